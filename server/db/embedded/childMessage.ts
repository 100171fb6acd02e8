/** The one message from the embedded database to the process that started it. */
export type ChildMessage =
  | { type: "ready" }
  | { type: "failed"; reason: "folderLocked" | "folderUnwritable" | "broken"; detail: string };
