import { useTranslation } from "react-i18next";

import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { ShareButton } from "#src/components/envelope/ShareButton.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";
import { buildDetailsPath } from "#src/routes/links.ts";

/**
 * An envelope without a group is to be shared; else the next step is to see who claims. Several stand in the records.
 * Once nothing is left, another one is sent.
 */
export function LiveFooter({ view, send }: ChildProps<"envelopeOrder">) {
  const { t } = useTranslation();
  const [envelope, ...others] = view.envelopes;
  if (envelope === undefined) return null;
  if (view.isOver) {
    return (
      <>
        <MainAction actions={view.actions} type="ui.another" send={send} variant="gold" />
        <ActionButton actions={view.actions} type="ui.again" send={send} variant="plain" />
      </>
    );
  }
  if (others.length > 0) {
    return (
      <ButtonLink variant="gold" to="/sendRecord?tab=sent">
        {t("envelope:outcome.next")}
      </ButtonLink>
    );
  }
  return envelope.chatId === null ? (
    <ShareButton envelopeId={envelope.envelopeId} isMain variant="gold" />
  ) : (
    <ButtonLink variant="gold" to={buildDetailsPath(envelope)}>
      {t("envelope:send.seeDetails")}
    </ButtonLink>
  );
}
