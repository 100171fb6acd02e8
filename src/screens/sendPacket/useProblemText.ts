import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FormField } from "#machines/envelopeSend/sendForm.ts";

import { formatNumbers } from "./formatNumbers.ts";

/** Returns what is wrong with a field, in words; undefined where no problem is shown. */
export function useProblemText({ problems }: EnvelopeSendView): (field: FormField) => string | undefined {
  const { t, i18n } = useTranslation();
  return (field) => {
    const problem = problems[field];
    return problem && t(problem.messageKey, formatNumbers(problem.params, i18n.language));
  };
}
