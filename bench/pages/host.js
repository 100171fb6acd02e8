/** The messenger's side of the bridge, as its apps for phones put it into a page before the page's own scripts. */
{
  const insets = { top: 0, bottom: 0, left: 0, right: 0 };
  const answers = {
    web_app_request_theme: ["theme_changed", { theme_params: {} }],
    web_app_request_viewport: [
      "viewport_changed",
      { height: innerHeight, width: innerWidth, is_expanded: true, is_state_stable: true },
    ],
    web_app_request_safe_area: ["safe_area_changed", insets],
    web_app_request_content_safe_area: ["content_safe_area_changed", insets],
  };
  globalThis.TelegramWebviewProxy = {
    postEvent: (name) => {
      const answer = answers[name];
      if (answer !== undefined) setTimeout(() => globalThis.Telegram.WebView.receiveEvent(...answer));
    },
  };
}
