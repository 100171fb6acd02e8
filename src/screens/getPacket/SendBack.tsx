import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { buildReturnPath } from "#src/routes/buildReturnPath.ts";

/** After a claim: an envelope in return, in the same coin, for the group that this one was in. */
export function SendBack({ envelope }: { envelope: components["schemas"]["Envelope"] }) {
  const { t } = useTranslation();
  const isOwn = envelope.passphrase !== null;
  return (
    <ButtonLink variant="gold" to={buildReturnPath(envelope)}>
      {t(isOwn ? "envelope:send.another" : "envelope:claim.sendBack")}
    </ButtonLink>
  );
}
