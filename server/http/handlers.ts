import type { OPERATIONS, OperationId } from "#contract/operations.ts";
import { getLang } from "../accounts/getLang.ts";
import { getUserInfo } from "../accounts/getUserInfo.ts";
import { setLang } from "../accounts/setLang.ts";
import { telegramAuth } from "../accounts/telegramAuth.ts";
import { telegramLogout } from "../accounts/telegramLogout.ts";
import { paymentCode } from "../orders/paymentCode.ts";
import type { Handler } from "./handler.ts";

type BuiltOperationId = {
  [Op in OperationId]: (typeof OPERATIONS)[Op]["status"] extends "built" ? Op : never;
}[OperationId];

/** One handler per built call; a planned call has none and answers notAvailable. */
export type Handlers = { [Op in BuiltOperationId]?: Handler<Op> };

export const handlers: Handlers = {
  getLang,
  getUserInfo,
  paymentCode,
  setLang,
  telegramAuth,
  telegramLogout,
};
