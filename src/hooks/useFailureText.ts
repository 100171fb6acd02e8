import { useTranslation } from "react-i18next";

import type { FailureText } from "#machines/kit/failureText.ts";

/** Tells why something failed; undefined where nothing has. Only here a failure becomes a text, so that none lacks its wait. */
export function useFailureText(): (failure: FailureText) => string | undefined {
  const { t } = useTranslation();
  return ({ failureKey, failureValues }) => (failureKey === null ? undefined : t(failureKey, { ...failureValues }));
}
