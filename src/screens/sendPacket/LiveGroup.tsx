import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { EnvelopeBadge } from "#src/components/envelope/EnvelopeBadge.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { ShareButton } from "#src/components/envelope/ShareButton.tsx";
import { buildDetailsPath } from "#src/routes/links.ts";

import styles from "./LiveGroup.module.css";

interface LiveGroupProps {
  envelope: components["schemas"]["Envelope"];
  /** The group's title; null where the group is no longer among the person's. */
  title: string | null;
}

/** One of several envelopes: its group, how far it is claimed, and the ways to its details and to share it. */
export function LiveGroup({ envelope, title }: LiveGroupProps) {
  const { t } = useTranslation();
  const name = title ?? t("envelope:multi.group");
  const received = envelope.receivedQuantity ?? 0;
  const count = envelope.count ?? 0;
  return (
    <li>
      <Section>
        <Cell
          before={<Avatar name={name} />}
          title={<bdi>{name}</bdi>}
          after={<EnvelopeBadge envelope={envelope} />}
          to={buildDetailsPath(envelope)}
        />
        <div className={styles.progress}>
          <Progress
            isThin
            value={received}
            max={Math.max(count, 1)}
            label={t("envelope:claim.progress", { received, count })}
          />
          {viewEnvelope({ value: envelope.status }).isClaimable && <ShareButton envelopeId={envelope.envelopeId} />}
        </div>
      </Section>
    </li>
  );
}
