import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { buildSendPath } from "#src/routes/buildSendPath.ts";

/** After a claim: an envelope in return, for the group that this one was in. */
export function SendBack({ envelope }: { envelope: components["schemas"]["Envelope"] }) {
  const { t } = useTranslation();
  const isOwn = envelope.passphrase !== null;
  return (
    <ButtonLink variant="gold" to={buildSendPath(envelope.chatId)}>
      {t(isOwn ? "envelope:send.another" : "envelope:claim.sendBack")}
    </ButtonLink>
  );
}
