import { useTranslation } from "react-i18next";

import { REACTIONS, type Reaction } from "#domain/envelope/reactions.ts";

/** How a claimer thanks, beside the name. */
export function ThankSign({ reaction }: { reaction: Reaction }) {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden="true">{REACTIONS[reaction]}</span>
      <span className="visually-hidden">{t(`envelope:thanks.sign.${reaction}`)}</span>
    </>
  );
}
