/** The only message from the embedded database's process to its parent. */
export type ChildMessage =
  | { type: "ready" }
  | { type: "failed"; reason: "folderLocked" | "folderUnwritable" | "broken"; detail: string };
