import { useTranslation } from "react-i18next";

import { isSentByMe } from "#machines/lifecycle/envelope/isSentByMe.ts";
import type { components } from "#contract/schema.d.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { useIsCoinOpen } from "#src/hooks/useIsCoinOpen.ts";
import { buildReturnPath } from "#src/routes/links.ts";

interface SendBackProps {
  envelope: components["schemas"]["Envelope"];
  /** What the reader got of it, a whole-coin decimal string; null where that is not known. */
  won: string | null;
}

/** After a claim: an envelope in return, with what was won, for the group that this one was in; nothing where the coin is closed. */
export function SendBack({ envelope, won }: SendBackProps) {
  const { t } = useTranslation();
  const isCoinOpen = useIsCoinOpen(envelope.coinType);
  const isOwn = isSentByMe(envelope);
  if (!isCoinOpen) return null;
  return (
    <ButtonLink variant="gold" to={buildReturnPath({ ...envelope, amount: isOwn ? null : won })}>
      {t(isOwn ? "envelope:send.another" : "envelope:claim.sendBack")}
    </ButtonLink>
  );
}
