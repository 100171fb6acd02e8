/** What the root does for whoever asks. */
export type AppEffect =
  /** Something about the user has changed on the server. */
  | { type: "app.userChanged" }
  | {
      type: "toast.show";
      tone: "success" | "error" | "info";
      labelKey: string;
      values?: Readonly<Record<string, string | number>>;
    };

/** What a flow has the app itself do, whichever screen is shown: the app's one listener carries it out. */
export type Effect = AppEffect | { type: "vibrate"; kind: "light" | "heavy" | "success" | "warning" | "error" };
