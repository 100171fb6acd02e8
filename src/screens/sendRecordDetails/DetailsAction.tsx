import { useTranslation } from "react-i18next";
import { isSentByMe } from "#machines/lifecycle/envelope/isSentByMe.ts";

import type { components } from "#contract/schema.d.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { PictureButton } from "#src/components/envelope/PictureButton.tsx";
import { ShareButton } from "#src/components/envelope/ShareButton.tsx";
import { useIsCoinOpen } from "#src/hooks/useIsCoinOpen.ts";
import { buildAgainPath, buildOrderPath, buildReturnPath } from "#src/routes/links.ts";

interface DetailsActionProps {
  envelope: components["schemas"]["Envelope"];
  /** What the user got of it, a whole-coin decimal string; null without a share. */
  won: string | null;
}

/**
 * The one thing to do with an envelope: its sender shares it, goes on paying, or sends the same again once it has
 * ended; a person without a share claims; a
 * winner sends one in return.
 */
export function DetailsAction({ envelope, won }: DetailsActionProps) {
  const { t } = useTranslation();
  const isCoinOpen = useIsCoinOpen(envelope.coinType);
  const { isClaimable, isPayable } = viewEnvelope({ value: envelope.status });
  const isSender = isSentByMe(envelope);
  const isStranger = envelope.count === null;
  if (isSender && isClaimable) {
    return (
      <>
        <ShareButton envelopeId={envelope.envelopeId} isMain />
        <PictureButton envelope={envelope} />
      </>
    );
  }
  if (isSender && isPayable) {
    return <ButtonLink to={buildOrderPath(envelope.envelopeId)}>{t("envelope:send.resume")}</ButtonLink>;
  }
  if (isSender && isCoinOpen) {
    return <ButtonLink to={buildAgainPath(envelope)}>{t("envelope:send.again")}</ButtonLink>;
  }
  if (isStranger && isClaimable) {
    return <ButtonLink to={`/getPacket?envelopeId=${envelope.envelopeId}`}>{t("envelope:claim.title")}</ButtonLink>;
  }
  if (won !== null && !isSender && isCoinOpen) {
    return <ButtonLink to={buildReturnPath({ ...envelope, amount: won })}>{t("envelope:claim.sendBack")}</ButtonLink>;
  }
  return null;
}
