import type { components } from "#contract/schema.d.ts";
import type { Launch } from "#machines/environment/launch.ts";

export const sampleLaunch: Launch = {
  initData: "user=%7B%22id%22%3A42%7D&hash=00",
  tgUserId: "42",
  languageCode: "en",
  startParam: null,
};

export const sampleUser: components["schemas"]["UserItem"] = {
  tgUserId: 42,
  username: "ann",
  url: null,
  lang: "en",
  email: null,
  walletAddress: null,
  externalPaymentCode: null,
  hasSecurityCode: false,
  vipLevel: 0,
};
