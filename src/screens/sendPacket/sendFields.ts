import { useTranslation } from "react-i18next";

import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { DraftText, FormField } from "#machines/envelopeSend/sendForm.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

/** Of the chosen group. */
export interface GroupSize {
  /** Whether it is the smallest of several. */
  isSmallest: boolean;
  /** Bots among them. */
  memberCount: number;
  /** As many shares as are proposed for it; null where none are. */
  shares: number | null;
}

interface SendFieldTies {
  /** Text of the problem; undefined where none is shown. */
  error: string | undefined;
  onBlur: () => void;
  onChange: (value: string) => void;
}

/** Returns the props that bind one form field to the machine; `typed`: what is typed for it, where that is another. */
export function useSendField({
  view,
  send,
}: FlowProps<"envelopeSend", EnvelopeSendView>): (field: DraftText, typed?: "dollars" | DraftText) => SendFieldTies {
  const findProblem = useProblemText(view);
  return (field, typed = field) => ({
    error: findProblem(field),
    onBlur: () => send({ type: "ui.leave", field }),
    onChange: (value) => send({ type: "ui.type", field: typed, value }),
  });
}

/** Returns what is wrong with a field, in words; undefined where no problem is shown. */
export function useProblemText({ problems }: EnvelopeSendView): (field: FormField) => string | undefined {
  const { t, i18n } = useTranslation();
  return (field) => {
    const problem = problems[field];
    return problem && t(problem.messageKey, formatNumbers(problem.params, i18n.language));
  };
}

/** The values of a text, with numbers formatted for the language. */
export function formatNumbers(params: Readonly<Record<string, string>>, language: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^[0-9.]+$/u.test(value) ? formatAmountText(value, language) : value,
    ]),
  );
}

/** What the amount of the form is called, by what it is of. */
export function useAmountLabels({
  minChats,
  chatIds,
}: EnvelopeSendView): Record<"totalAmount" | "singleAmount", string> {
  const { t } = useTranslation();
  const isPerGroup = minChats > 1 || chatIds.length > 1;
  return {
    totalAmount: t(isPerGroup ? "envelope:multi.amountPerGroup" : "envelope:send.totalAmount"),
    singleAmount: t("envelope:send.singleAmount"),
  };
}
