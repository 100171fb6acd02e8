/** The ways to the clipboard, in the order of SPEC section 5. Each answers whether the text is there now. */
export interface ClipboardWays {
  copyByMessenger: (text: string) => Promise<boolean>;
  copyByBrowser: (text: string) => Promise<boolean>;
  copyByLegacy: (text: string) => Promise<boolean>;
}

/** Messenger clients can read their clipboard for some apps, but none lets an app write to it. */
function copyByMessenger(): Promise<boolean> {
  return Promise.resolve(false);
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
  await clipboard.writeText(text);
  return true;
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

export function createClipboardWays(page: Window): ClipboardWays {
  return {
    copyByMessenger,
    copyByBrowser: (text) => copyByBrowser(page, text),
    copyByLegacy: (text) => Promise.resolve(copyByLegacy(page, text)),
  };
}
