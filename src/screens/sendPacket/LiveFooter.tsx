import { useTranslation } from "react-i18next";

import type { EnvelopeOrderView } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { ShareButton } from "#src/components/envelope/ShareButton.tsx";
import { buildDetailsPath } from "#src/routes/buildDetailsPath.ts";

/** An envelope without a group is to be shared; else the next step is to see who claims. Several stand in the records. */
export function LiveFooter({ view }: { view: EnvelopeOrderView }) {
  const { t } = useTranslation();
  const [envelope, ...others] = view.envelopes;
  if (envelope === undefined) return null;
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
