import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import type { components } from "#contract/schema.d.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { ResourceEvent } from "#machines/kit/resource/resource.machine.ts";
import type { ResourceView } from "#machines/kit/resource/resource.view.ts";
import { viewSession } from "#machines/session/session.view.ts";
import { groupRankingFlow, userRankingFlow } from "#src/adapters/actors/resources.ts";
import { formatFiatText } from "#src/components/amount/formatFiatText.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Link } from "#src/components/ui/Link.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useService } from "#src/hooks/useSnapshot.ts";
import { isSendingOpen } from "#src/hooks/useSystemFact.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import styles from "./RankingTab.module.css";

const KINDS = ["groups", "users"] as const;
const PERIODS = ["week", "all"] as const;

/** Groups or people, this week or ever; the choice is in the address, so that it is there after going back. */
export function RankingTab() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const kind = KINDS.find((known) => known === search.get("of")) ?? "groups";
  const period = PERIODS.find((known) => known === search.get("period")) ?? "week";
  const choose = (choice: { of?: string; period?: string }) =>
    setSearch({ tab: "ranking", of: kind, period, ...choice }, { replace: true });
  return (
    <>
      <Segmented
        label={t("home:ranking.of")}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`home:ranking.${value}`) }))}
        onChange={(of) => choose({ of })}
      />
      <Segmented
        label={t("home:ranking.period")}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t(`home:ranking.${value}`) }))}
        onChange={(value) => choose({ period: value })}
      />
      {kind === "groups" ? <GroupRanking key={period} period={period} /> : <UserRanking key={period} period={period} />}
      <p className={styles.note}>{t("home:ranking.note")}</p>
    </>
  );
}

/** People by what others claimed from their envelopes. */
function UserRanking({ period }: { period: "week" | "all" }) {
  const { t } = useTranslation();
  const flow = useFlow(userRankingFlow, { input: { params: { period } }, open: { type: "resource.load" } });
  const isHidden = useSelector(
    useService("session"),
    (snapshot) => viewSession(snapshot).user?.hideFromRanking === true,
  );
  return (
    <RankingBody
      flow={flow}
      meTitle={t("home:ranking.me")}
      noPlace={
        isHidden ? (
          <>
            <span>{t("home:ranking.hidden")}</span>{" "}
            <Link className={styles.link} to="/user">
              {t("home:ranking.change")}
            </Link>
          </>
        ) : (
          t("home:ranking.noPlace")
        )
      }
      emptyTitle={t("home:ranking.noUsers")}
    />
  );
}

/** Groups by what was claimed in them. */
function GroupRanking({ period }: { period: "week" | "all" }) {
  const { t } = useTranslation();
  const flow = useFlow(groupRankingFlow, { input: { params: { period } }, open: { type: "resource.load" } });
  return (
    <RankingBody
      flow={flow}
      meTitle={t("home:ranking.myGroup")}
      noPlace={t("home:ranking.noGroupPlace")}
      emptyTitle={t("home:ranking.noGroups")}
    />
  );
}

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
function RankingBody({ flow, meTitle, noPlace, emptyTitle }: RankingBodyProps) {
  const { t } = useTranslation();
  const canSend = isSendingOpen(useSystemInfo().view.value);
  if (flow === null || flow.view.status === "loading") {
    return (
      <Section>
        <Skeleton rows={6} rowHeightPx={ROW_HEIGHT_PX} isInCard />
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

/** The first three have a medal. */
const MEDALS = 3;

interface RankRowProps {
  place: components["schemas"]["RankingPlace"];
  /** Under the name: that it is the reader's own. */
  note?: ReactNode;
}

/** One place of a ranking, in a list. */
function RankRow({ place: { rank, name, url, valueUsdt }, note }: RankRowProps) {
  const { i18n } = useTranslation();
  return (
    <li className={styles.row}>
      <span className={styles.rank} data-medal={rank <= MEDALS ? rank : undefined}>
        {formatAmountText(String(rank), i18n.language)}
      </span>
      <Avatar name={name} url={url} />
      <span className={styles.name}>
        <bdi>{name}</bdi> {note !== undefined && <span className={styles.rankRowNote}>{note}</span>}
      </span>
      <span className={styles.value}>{formatFiatText(valueUsdt, i18n.language)}</span>
    </li>
  );
}
