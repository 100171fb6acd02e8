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
export type Effect =
  | AppEffect
  /** The account is gone, so the session has to end. */
  | { type: "session.accountDeleted" }
  /** What was typed and not sent, which the app keeps; empty where there is nothing to keep any more. */
  | { type: "draft.changed"; text: string }
  | { type: "vibrate"; kind: "light" | "heavy" | "success" | "warning" | "error" }
  /** This page takes the present one's place; `?…` is the present one with another query. */
  | { type: "navigate"; to: string }
  /** The person wants to set the security code first, or to replace a forgotten one, and comes back to the present page. */
  | { type: "code.wanted"; isForgotten: boolean }
  /** The person is done with the present page, and leaves it as by its arrow. */
  | { type: "left" }
  /** A page of the app, or one outside. Telegram opens that only while it handles the tap, which an emitted event still does. */
  | { type: "openLink"; url: string }
  /** Another page takes the place of the app. */
  | { type: "leaveApp"; url: string }
  /** A wallet is asked to pay: neither a reload nor a new tab must forget that a payment may be on its way. */
  | { type: "wallet.asked"; id: string; text: string }
  /** It has answered; `answer` stays in place of what it was asked for. */
  | { type: "wallet.answered"; id: string; answer?: string }
  /** What the page shows beside the chart is old. */
  | { type: "page.outdated" };
