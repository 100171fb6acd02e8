/** Leads links to the messenger to the one of this machine, as a phone hands them to the app. */
const MESSENGER_LINK = /^https:\/\/t\.me\//;

document.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || !MESSENGER_LINK.test(link.href)) return;
    event.preventDefault();
    const page = new URL("/devnet/", location.href);
    // As the messenger's page was left: the person, the client and the chat.
    page.search = localStorage.getItem("devnet.messenger") ?? "";
    for (const [name, value] of new URL(link.href).searchParams) page.searchParams.set(name, value);
    if (!page.searchParams.has("startapp")) page.searchParams.set("startapp", "");
    window.open(page, "_blank", "noopener");
  },
  { capture: true },
);
