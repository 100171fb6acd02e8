/** What the messenger handed over when it opened the app. */
export interface Launch {
  /** Raw and signed; only the server may believe it. */
  initData: string;
  /** Id of the messenger's user as the launch data claims it. */
  tgUserId: string;
  /** IETF tag of the messenger's language. */
  languageCode: string | null;
  startParam: string | null;
}
