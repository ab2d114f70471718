"""Scenarios from flags, a host's config file, the project's file and defaults, with origins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.errors import SettingsError, UsageError, nearest
from toolsearch_cli.hosts.names import DEFAULT_HOST
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope, SettingSpec
from toolsearch_cli.settings.sizes import context_size
from toolsearch_cli.settings.values import setting_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.settings.project import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioRequest:
    """What the command line says, as text."""

    hosts: tuple[str, ...] = ()
    contexts: tuple[str, ...] = ()
    assignments: tuple[tuple[str, str, str], ...] = ()
    """Key, value, and the flag it came from; later ones win."""
    config: Path | None = None
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    several: bool = True
    """Whether the command compares; if not, it takes the first host and context of the file."""


class SettingOrigin(NamedTuple):
    """One value of a scenario, for `--show-settings`."""

    key: str
    value: str
    origin: str


class PlannedScenario(NamedTuple):
    """A scenario, and where each of its values came from."""

    scenario: Scenario
    origins: tuple[SettingOrigin, ...]
    warnings: tuple[str, ...]
    """Values that the host would clamp or not take, in words."""


def plan_scenarios(request: ScenarioRequest, project: Project) -> tuple[PlannedScenario, ...]:
    """Return one scenario for each host and context asked for, hosts outermost.

    Raises:
        UsageError: A host, context or setting is unknown.
        SettingsError: A file or value cannot be used.
    """
    most = None if request.several else 1
    hosts = _split(request.hosts) or project.hosts[:most] or (DEFAULT_HOST,)
    contexts = _split(request.contexts)
    if request.contexts and not contexts:
        raise UsageError("--context is empty", hint="write 200000, 200k, 1M or unknown")
    origin = "--context"
    if not contexts:
        contexts = project.contexts[:most] or ("unknown",)
        origin = str(project.file) if project.contexts else "default"
    sizes = dict.fromkeys(context_size(context) for context in contexts)
    names = tuple(dict.fromkeys(hosts))
    _require_settings(request.assignments, names)
    return tuple(_planned(host, size, origin, request, project) for host in names for size in sizes)


def _split(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


def _planned(
    host_name: str,
    context: int | None,
    context_origin: str,
    request: ScenarioRequest,
    project: Project,
) -> PlannedScenario:
    host = host_named(host_name)
    specs = {spec.key: spec for spec in host.setting_specs()}
    own = {key for key, spec in specs.items() if not spec.of_the_host}
    options = {key: _as_typed(value) for key, value in project.settings if key in own}
    settings = {key: value for key, value in project.settings if key not in own}
    file = request.config if host.config_place else None
    if not host.config_place:
        settings = {key: value for key, value in settings.items() if key in specs}
    settings = {
        key: _beside(project, value) if key in specs and specs[key].file else value
        for key, value in settings.items()
    }
    config, origins = _layers(file, host.config_place, project, settings)
    origins.update(dict.fromkeys(options, str(project.file)))
    for key, text, flag in request.assignments:
        if key not in specs:
            continue
        if specs[key].of_the_host:
            config = _with(config, key, _raw(host, text))
        else:
            options[key] = text
        origins[key] = flag
    scenario = Scenario(
        host=host_name,
        context=context,
        config=config,
        options=options,
        scope=Scope(request.only, request.without),
    )
    scenario = _with_files(scenario, specs.values())
    used = host.settings_used(scenario)
    rows = [
        SettingOrigin("context", "unknown" if context is None else str(context), context_origin)
    ]
    rows += [
        SettingOrigin(key, str(value), origins.get(key, "default")) for key, value in used.items()
    ]
    noted = tuple(str(note) for note in host.setting_notes(scenario))
    silent = _silent_config(request.config, host)
    return PlannedScenario(scenario, tuple(rows), (*silent, *noted))


def _raw(host: Host, text: str) -> object:
    """Return a value as the host's own config would hold it: without one, the text as typed."""
    return setting_value(text) if host.config_place else text


def _beside(project: Project, name: object) -> object:
    """Return a file's name as the project's file means it: from its own folder."""
    if project.file is None or not isinstance(name, str):
        return name
    return str(project.file.parent / name)


def _as_typed(value: object) -> str:
    """Return a value of the project's file as one would type it after `--set KEY=`."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _require_settings(assignments: Iterable[tuple[str, str, str]], hosts: Sequence[str]) -> None:
    """Refuse a setting that none of the hosts has; with several, each takes those it has."""
    known = {spec.key: spec for host in hosts for spec in host_named(host).setting_specs()}
    for key, _, _ in assignments:
        _require_known(key, known, " or ".join(hosts))


def _silent_config(file: Path | None, host: Host) -> tuple[str, ...]:
    """Return the warning about a file that was named and says nothing to the host."""
    if file is None:
        return ()
    if not host.config_place:
        return (f"{file}: {host.name} has no such config: nothing of it is used; take --set",)
    if host_config(file, host.config_place) is not None:
        return ()
    return (f"{file}: holds no {'.'.join(host.config_place)}: nothing of it is used",)


def _layers(
    file: Path | None, place: tuple[str, ...], project: Project, settings: Mapping[str, object]
) -> tuple[object, dict[str, str]]:
    """Return the host's raw config below the flags, and the origin of each of its keys."""
    config: object = dict(settings) or None
    origins = dict.fromkeys(settings, str(project.file))
    from_file = None if file is None else host_config(file, place)
    if isinstance(from_file, Mapping):
        config = {**(config if isinstance(config, Mapping) else {}), **from_file}
        origins.update({str(key): str(file) for key in from_file})
    elif from_file is not None:
        # The host reads nothing beside a value that is no mapping.
        return from_file, {"enabled": str(file)}
    return config, origins


def _with(config: object, key: str, value: object) -> object:
    """Return the raw config with one key set over it; `false` alone keeps meaning off."""
    if isinstance(config, Mapping):
        return {**config, key: value}
    if config is False:
        return {"enabled": False, key: value}
    return {key: value}


def assigned(scenario: Scenario, key: str, text: str) -> Scenario:
    """Return the scenario with one setting of its host changed, as `--set KEY=TEXT` would.

    Raises:
        UsageError: The host has no such setting.
        SettingsError: The text is no value.
    """
    host = host_named(scenario.host)
    specs = {spec.key: spec for spec in host.setting_specs()}
    _require_known(key, specs, scenario.host)
    if specs[key].of_the_host:
        changed = replace(scenario, config=_with(scenario.config, key, _raw(host, text)))
    else:
        changed = replace(scenario, options={**scenario.options, key: text})
    return _with_files(changed, (specs[key],))


def _with_files(scenario: Scenario, specs: Iterable[SettingSpec]) -> Scenario:
    """Return the scenario with what the files hold that its settings name.

    Raises:
        SettingsError: One cannot be read as YAML.
    """
    config = scenario.config if isinstance(scenario.config, Mapping) else {}
    named = {spec.key: config.get(spec.key) for spec in specs if spec.file}
    if not any(named.values()):
        return scenario
    from pathlib import Path

    from toolsearch_cli.settings.yaml_file import load_yaml_file

    found = {key: load_yaml_file(Path(str(name))) for key, name in named.items() if name}
    return replace(scenario, files={**scenario.files, **found})


def _require_known(key: str, specs: Mapping[str, SettingSpec], host: str) -> None:
    if key in specs:
        return
    raise UsageError(f"{host} has no setting {key!r}", hint=nearest(key, specs, "settings"))


def assignment(text: str) -> tuple[str, str, str]:
    """Part `KEY=VALUE`.

    Raises:
        UsageError: There is no `=`.
    """
    key, separator, value = text.partition("=")
    if not separator or not key.strip():
        raise UsageError(f"--set: expected KEY=VALUE, found {text!r}")
    return key.strip(), value.strip(), "--set"


def host_config(path: Path, place: tuple[str, ...]) -> object:
    """Return the raw value at `place` in a host's config file; `None` when it says nothing.

    Raises:
        SettingsError: The file cannot be read as YAML.
    """
    from toolsearch_cli.settings.yaml_file import load_yaml_file

    found: object = load_yaml_file(path)
    if not isinstance(found, dict):
        raise SettingsError(f"{path}: expected a mapping, as in a Hermes config.yaml")
    for key in place:
        found = found.get(key) if isinstance(found, dict) else None
    return found
