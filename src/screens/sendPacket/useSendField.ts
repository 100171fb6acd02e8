import { useTranslation } from "react-i18next";

import type { SendField } from "#domain/envelope/validateSend.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/flows/flow.ts";

interface SendFieldTies {
  /** What is wrong with it, in words; undefined: nothing that shows. */
  error: string | undefined;
  onBlur: () => void;
  onChange: (value: string) => void;
}

/** What ties a field of the form to the machine: the tie of a field, by its name. */
export function useSendField({
  view: { problems },
  send,
}: FlowProps<"envelopeSend", EnvelopeSendView>): (field: SendField) => SendFieldTies {
  const { t } = useTranslation();
  return (field) => {
    const problem = problems[field];
    return {
      error: problem && t(problem.messageKey, problem.params),
      onBlur: () => {
        send({ type: "ui.leave", field });
      },
      onChange: (value) => {
        send({ type: "ui.type", field, value });
      },
    };
  };
}
