import { useTranslation } from "react-i18next";

import type { SendField } from "#domain/envelope/validateSend.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { formatAmountText } from "#src/components/amount/formatAmountText.ts";
import type { FlowProps } from "#src/flows/flow.ts";

interface SendFieldTies {
  /** Text of the problem; undefined where none is shown. */
  error: string | undefined;
  onBlur: () => void;
  onChange: (value: string) => void;
}

/** The values of a text, with numbers formatted for the language. */
function formatNumbers(params: Readonly<Record<string, string>>, language: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^[0-9.]+$/u.test(value) ? formatAmountText(value, language) : value,
    ]),
  );
}

/** Returns the props that bind one form field to the machine. */
export function useSendField({
  view: { problems },
  send,
}: FlowProps<"envelopeSend", EnvelopeSendView>): (field: SendField) => SendFieldTies {
  const { t, i18n } = useTranslation();
  return (field) => {
    const problem = problems[field];
    return {
      error: problem && t(problem.messageKey, formatNumbers(problem.params, i18n.language)),
      onBlur: () => {
        send({ type: "ui.leave", field });
      },
      onChange: (value) => {
        send({ type: "ui.type", field, value });
      },
    };
  };
}
