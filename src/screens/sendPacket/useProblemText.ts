import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FormField } from "#machines/envelopeSend/sendForm.ts";
import { formatAmountText } from "#src/components/amount/formatAmountText.ts";

/** The values of a text, with numbers formatted for the language. */
function formatNumbers(params: Readonly<Record<string, string>>, language: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^[0-9.]+$/u.test(value) ? formatAmountText(value, language) : value,
    ]),
  );
}

/** Returns what is wrong with a field, in words; undefined where no problem is shown. */
export function useProblemText({ problems }: EnvelopeSendView): (field: FormField) => string | undefined {
  const { t, i18n } = useTranslation();
  return (field) => {
    const problem = problems[field];
    return problem && t(problem.messageKey, formatNumbers(problem.params, i18n.language));
  };
}
