/** Every route of SPEC section 2, `/withdraw`, `/addMoney` and `/privacy`. Odd spellings are part of it. */
export const PATHS = [
  "/home",
  "/login",
  "/redEnvelopeSystem",
  "/ethereumWalletBinding",
  "/profile",
  "/multiSend",
  "/unPaymentList",
  "/sendRecord",
  "/sendRecordDetails",
  "/user",
  "/homePage",
  "/sendPacket",
  "/getPacket",
  "/addWallet",
  "/updateCode",
  "/updateEmai",
  "/errorPage",
  "/welcome",
  "/tgAntiFraud",
  "/redPageAdmin",
  "/redImg",
  "/statePage",
  "/withdraw",
  "/addMoney",
  "/privacy",
] as const;

export type Path = (typeof PATHS)[number];

/** Where a session begins. */
export const HOME_PATH = "/homePage" satisfies Path;
