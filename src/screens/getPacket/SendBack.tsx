import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { buildReturnPath } from "#src/routes/buildReturnPath.ts";

interface SendBackProps {
  envelope: components["schemas"]["Envelope"];
  /** What the reader got of it, a whole-coin decimal string; null where that is not known. */
  won: string | null;
}

/** After a claim: an envelope in return, with what was won, for the group that this one was in. */
export function SendBack({ envelope, won }: SendBackProps) {
  const { t } = useTranslation();
  const isOwn = envelope.passphrase !== null;
  return (
    <ButtonLink variant="gold" to={buildReturnPath({ ...envelope, amount: isOwn ? null : won })}>
      {t(isOwn ? "envelope:send.another" : "envelope:claim.sendBack")}
    </ButtonLink>
  );
}
