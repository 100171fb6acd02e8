import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { ResourceEvent } from "#machines/kit/resource/resource.machine.ts";
import type { ResourceView } from "#machines/kit/resource/resource.view.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import { isSendingOpen } from "#src/hooks/isSendingOpen.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import styles from "./RankingBody.module.css";
import { RankRow } from "./RankRow.tsx";

const ROW_HEIGHT_PX = 60;

interface RankingBodyProps {
  /** Null while it is being started. */
  flow: { view: ResourceView<components["schemas"]["Ranking"]>; send: (event: ResourceEvent) => void } | null;
  meTitle: ReactNode;
  /** Stands in place of the own row. */
  noPlace: ReactNode;
  emptyTitle: ReactNode;
}

/** A ranking in each of its states: loading, failed, nobody in it yet, the own place and the first ones. */
export function RankingBody({ flow, meTitle, noPlace, emptyTitle }: RankingBodyProps) {
  const { t } = useTranslation();
  const canSend = isSendingOpen(useSystemInfo().view.value);
  if (flow === null || flow.view.status === "loading") {
    return (
      <Section>
        <Skeleton label={t("app:loading")} rows={6} rowHeightPx={ROW_HEIGHT_PX} isInCard />
      </Section>
    );
  }
  const { view, send } = flow;
  if (view.status === "failed") {
    return <LoadFailure failure={view} send={send} />;
  }
  const { me } = view.value;
  // Names and places may be equal, so only the row tells two apart.
  const rows = view.value.items.map((place, row) => ({ row, place }));
  if (rows.length === 0) {
    return (
      <Empty
        picture={<Seal icon="crown" />}
        title={emptyTitle}
        text={t("home:ranking.emptyText")}
        action={canSend ? <ButtonLink to="/sendPacket">{t("home:ranking.sendFirst")}</ButtonLink> : undefined}
      />
    );
  }
  // In the list the own row stands already.
  const isListed = me !== null && view.value.items.some((place) => isSame(place, me));
  return (
    <>
      {!isListed && (
        <Section title={meTitle} isPadded={me === null}>
          {me === null ? (
            <p className={styles.noPlace}>{noPlace}</p>
          ) : (
            <ul>
              <RankRow place={me} />
            </ul>
          )}
        </Section>
      )}
      <Section title={t("home:ranking.list")}>
        <ol className={styles.places}>
          {rows.map(({ row, place }) => (
            <RankRow key={row} place={place} note={me !== null && isSame(place, me) ? meTitle : undefined} />
          ))}
        </ol>
      </Section>
    </>
  );
}

type Place = components["schemas"]["Ranking"]["items"][number];

/** Places have no ids: whoever has rank, name, picture and value of the own place is taken for it. */
function isSame(one: Place, other: Place): boolean {
  return (
    one.rank === other.rank && one.name === other.name && one.url === other.url && one.valueUsdt === other.valueUsdt
  );
}
