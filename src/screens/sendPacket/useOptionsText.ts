import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";

/** What is set where it is folded away, in one line: who may open it, its text, its cover, and an unusual coin. */
export function useOptionsText({ draft, look, limits, isOtherCoin, requirable }: EnvelopeSendView): string {
  const { t } = useTranslation();
  const { claimRule, passphrase, requiredChatIds } = draft;
  const remark = draft.remark.trim();
  const required = requirable.filter(({ chatId }) => requiredChatIds.includes(chatId)).map(({ title }) => title);
  return [
    ...(isOtherCoin ? [limits.ticker] : []),
    ...(claimRule === "members" ? [t("envelope:rule.members"), ...required] : []),
    ...(claimRule === "passphrase" && passphrase !== "" ? [t("envelope:send.passphraseTold", { passphrase })] : []),
    remark === "" ? t(`copyTexts:${look.messageId}`) : remark,
    t(`personal:coverTitle.${look.coverId}`),
  ].join(" · ");
}
