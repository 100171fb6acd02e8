import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import type { CoinType } from "#domain/coins.ts";
import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import { receivedRecords, sentRecords } from "#src/adapters/actors/records.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { MainBar } from "#src/components/shell/MainBar.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import type { IconName } from "#src/components/ui/Icon.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Tabs } from "#src/components/ui/Tabs.tsx";
import { formatRecent } from "#src/format/formatDay.ts";
import { useKeptList } from "#src/hooks/useKeptList.ts";
import { isSendingOpen, useSystemFact } from "#src/hooks/useSystemFact.ts";
import { Chats } from "#src/screens/homePage/Chats.tsx";
import { ReceivedRow, SentRow } from "#src/screens/sendRecord/RecordRows.tsx";

import { ClaimFigures } from "./ClaimFigures.tsx";
import styles from "./Home.module.css";
import { RankingTab } from "./RankingTab.tsx";

const TABS = ["send", "receive", "ranking"] as const;

/** `/home?tab=send|receive|ranking`: everything about sending, receiving and ranking, each in a tab. */
export function Home() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((known) => known === search.get("tab")) ?? "send";
  return (
    <Screen title={t("app:home.title")} back="/homePage" footer={<MainBar />} isFooterBare>
      <Tabs
        label={t("home:tabs.label")}
        value={tab}
        tabs={TABS.map((value) => ({ value, label: t(`home:tabs.${value}`) }))}
        onChange={(value) => setSearch({ tab: value }, { replace: true })}
      >
        <div className={styles.panel}>
          {tab === "send" && <SendTab />}
          {tab === "receive" && <ReceiveTab />}
          {tab === "ranking" && <RankingTab />}
        </div>
      </Tabs>
    </Screen>
  );
}

/** A new envelope, the groups it may go to, and what was sent lately. */
function SendTab() {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => new Date(readServerTimeMs()));
  const canSend = useSystemFact(isSendingOpen);
  const sent = useKeptList(sentRecords);
  return (
    <>
      <StartCard
        icon="send"
        title={t("home:send.start")}
        text={t(canSend ? "home:send.text" : "app:home.closed")}
        action={canSend ? { to: "/sendPacket", label: t("home:send.button") } : null}
      />
      <Chats canSend={canSend} />
      <RecentRecords
        list={sent}
        title={t("home:send.recent")}
        emptyText={t("home:send.none")}
        all={{ to: "/sendRecord?tab=sent", label: t("home:send.all") }}
      >
        {(envelope) => (
          <SentRow
            key={envelope.envelopeId}
            envelope={envelope}
            time={formatRecent(envelope.createdAt, now, i18n.language)}
          />
        )}
      </RecentRecords>
    </>
  );
}

/** The way in by a passphrase, what came of luck so far, and what was received lately. */
function ReceiveTab() {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => new Date(readServerTimeMs()));
  const received = useKeptList(receivedRecords);
  return (
    <>
      <StartCard
        icon="key"
        title={t("home:receive.start")}
        text={t("home:receive.text")}
        action={{ to: "/getPacket", label: t("home:receive.button") }}
      />
      <ClaimFigures />
      <RecentRecords
        list={received}
        title={t("home:receive.recent")}
        emptyText={t("home:receive.none")}
        all={{ to: "/sendRecord?tab=received", label: t("home:receive.all") }}
      >
        {(claim) => (
          <ReceivedRow key={claim.claimId} claim={claim} time={formatRecent(claim.claimedAt, now, i18n.language)} />
        )}
      </RecentRecords>
    </>
  );
}

interface StartCardProps {
  icon: IconName;
  title: ReactNode;
  text: ReactNode;
  /** Null where nothing can be started. */
  action: { to: string; label: ReactNode } | null;
}

/** The pocket of an envelope with the one thing that a tab begins with. */
function StartCard({ icon, title, text, action }: StartCardProps) {
  return (
    <section className={styles.card} data-ground="stage">
      <Seal icon={icon} sizePx={56} />
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
      </div>
      {action !== null && (
        <div className={styles.action}>
          <ButtonLink variant="gold" to={action.to}>
            {action.label}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

const MOST_SHOWN = 3;
/** A row with its progress. */
const ROW_HEIGHT_PX = 76;

interface RecentRecordsProps<Item extends { coinType: CoinType }> {
  /** Null while the list is being started. */
  list: {
    view: Omit<PagedListView, "items" | "extra"> & { items: readonly Item[] };
    send: (event: PagedListEvent) => void;
  } | null;
  title: ReactNode;
  emptyText: ReactNode;
  /** Where all of them are. */
  all: { to: string; label: ReactNode };
  children: (item: Item) => ReactNode;
}

/** The newest few of a list, and the way to all of them. */
function RecentRecords<Item extends { coinType: CoinType }>({
  list,
  title,
  emptyText,
  all,
  children,
}: RecentRecordsProps<Item>) {
  if (list === null || list.view.status === "loading") {
    return (
      <Section title={title}>
        <Skeleton rows={MOST_SHOWN} rowHeightPx={ROW_HEIGHT_PX} isInCard />
      </Section>
    );
  }
  const { view, send } = list;
  if (view.status === "failed") {
    return (
      <Section title={title}>
        <LoadFailure failure={view} send={send} />
      </Section>
    );
  }
  if (view.status === "empty") {
    return (
      <Section title={title} isPadded>
        <p className={styles.empty}>{emptyText}</p>
      </Section>
    );
  }
  const shown = view.items.slice(0, MOST_SHOWN);
  return (
    <Section title={title}>
      <ul>{shown.map((item) => children(item))}</ul>
      <Cell to={all.to} title={all.label} />
    </Section>
  );
}
