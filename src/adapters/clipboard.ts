/** How long a browser may take to answer; after much more the legacy way would no longer count as the user's tap. */
const BROWSER_TIMEOUT_MS = 2_000;

/**
 * The ways of SPEC section 5, one after the other. The messenger's comes first there, and is none: its clients can read
 * their clipboard for some apps, but none lets an app write to it.
 * @returns whether the text is on the clipboard now
 */
export async function copyText(page: Window, text: string): Promise<boolean> {
  return (await copyByBrowser(page, text)) || copyByLegacy(page, text);
}

/** Chromium's own, under its older name; other browsers answer by refusing. */
interface PolicyDocument extends Document {
  readonly featurePolicy?: { allowsFeature: (name: string) => boolean };
}

/** The messenger's web frame carries no permission for the clipboard. Asking all the same would log an error. */
async function copyByBrowser(page: Window, text: string): Promise<boolean> {
  const { featurePolicy }: PolicyDocument = page.document;
  if (featurePolicy?.allowsFeature("clipboard-write") === false) return false;
  const clipboard: Clipboard | undefined = page.navigator.clipboard;
  if (clipboard === undefined) return false;
  const written = clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  const silence = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), BROWSER_TIMEOUT_MS));
  return Promise.race([written, silence]);
}

function copyByLegacy(page: Window, text: string): boolean {
  const { document } = page;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "visually-hidden";
  area.setAttribute("aria-hidden", "true");
  // Everything outside an open dialog is inert and cannot be selected.
  const focused = document.activeElement;
  (focused?.closest("dialog") ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    if (focused !== null && "focus" in focused && typeof focused.focus === "function") focused.focus();
  }
}
