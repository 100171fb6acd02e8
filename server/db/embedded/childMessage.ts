/** What the embedded database tells the process that started it, once. */
export type ChildMessage =
  | { type: "ready" }
  | { type: "failed"; reason: "folderLocked" | "folderUnwritable" | "broken"; detail: string };
