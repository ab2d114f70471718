// Keys are the terminal's as soon as something is drawn: nobody has to click first.
new MutationObserver((_, observer) => {
  if (document.body.classList.contains("-first-byte")) {
    observer.disconnect();
    document.querySelector(".xterm-helper-textarea").focus();
  }
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
