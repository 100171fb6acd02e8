import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { ShareButton } from "#src/components/envelope/ShareButton.tsx";
import { isSendingOpen } from "#src/hooks/isSendingOpen.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { buildReturnPath } from "#src/routes/buildReturnPath.ts";

interface DetailsActionProps {
  envelope: components["schemas"]["Envelope"];
  /** The user has a share of it. */
  isWinner: boolean;
}

/**
 * The one thing to do with an envelope: its sender shares it or goes on paying; a person without a share claims; a
 * winner sends one in return.
 */
export function DetailsAction({ envelope, isWinner }: DetailsActionProps) {
  const { t } = useTranslation();
  const canSend = isSendingOpen(useSystemInfo().view.value);
  const { isClaimable, isPayable } = viewEnvelope({ value: envelope.status });
  const isSender = envelope.passphrase !== null;
  const isStranger = envelope.count === null;
  if (isSender && isClaimable) return <ShareButton envelopeId={envelope.envelopeId} isMain />;
  if (isSender && isPayable) {
    return <ButtonLink to={`/sendPacket?envelopeId=${envelope.envelopeId}`}>{t("envelope:send.resume")}</ButtonLink>;
  }
  if (isStranger && isClaimable) {
    return <ButtonLink to={`/getPacket?envelopeId=${envelope.envelopeId}`}>{t("envelope:claim.title")}</ButtonLink>;
  }
  if (isWinner && !isSender && canSend) {
    return <ButtonLink to={buildReturnPath(envelope)}>{t("envelope:claim.sendBack")}</ButtonLink>;
  }
  return null;
}
