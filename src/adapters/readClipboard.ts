/** Chromium's own; other browsers answer by refusing. */
interface PolicyDocument extends Document {
  readonly featurePolicy?: { allowsFeature: (name: string) => boolean };
}

/**
 * Whether the page may read the clipboard, or may at least ask. The messenger's own way is for apps of its attachment
 * menu alone, and its web frame carries no permission for the browser's.
 */
export async function canReadClipboard({ document, navigator }: Window): Promise<boolean> {
  const { featurePolicy }: PolicyDocument = document;
  if (featurePolicy?.allowsFeature("clipboard-read") === false) return false;
  const clipboard: Partial<Clipboard> | undefined = navigator.clipboard;
  if (clipboard?.readText === undefined) return false;
  try {
    const { state } = await navigator.permissions.query({ name: "clipboard-read" as PermissionName });
    return state !== "denied";
  } catch {
    // Not every browser knows this permission; those ask at each reading.
    return true;
  }
}

/** The text of the clipboard; null where the person or the browser refuses, or there is none. To be called by a tap. */
export async function readClipboard({ navigator }: Window): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()) || null;
  } catch {
    return null;
  }
}
