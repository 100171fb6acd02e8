import { useSelector } from "@xstate/react";
import { useEffect, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { maskEmail } from "#domain/account/email.ts";
import type { SessionEvent } from "#machines/session/session.machine.ts";
import { type SessionView, viewSession } from "#machines/session/session.view.ts";
import { SpendingBlocks } from "#src/components/account/SpendingBlocks.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { DomainWarning } from "#src/components/shell/DomainWarning.tsx";
import { MainBar } from "#src/components/shell/MainBar.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { useService, useSnapshot } from "#src/hooks/useSnapshot.ts";
import { AccountAmounts } from "./AccountAmounts.tsx";
import { HomeScreenCell, LanguageCell, LogOut, Switches } from "./Settings.tsx";
import styles from "./User.module.css";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";

/** `/user`: the personal center with the live figures of the account, and the way to everything that is the person's. */
export function User() {
  const { t } = useTranslation();
  const { root } = useApp();
  const session = useService("session");
  const view = viewSession(useSnapshot(session));
  const isNewUser = useSelector(session, ({ context }) => context.isNewUser);
  useEffect(() => {
    // A wallet may have been proven outside the app meanwhile, which pauses its coin.
    root.send({ type: "app.userChanged" });
  }, [root]);
  return (
    <Screen title={t("app:nav.personalCenter")} footer={<MainBar />} isFooterBare>
      <DomainWarning />
      <Profile view={view} send={session.send} />
      <SpendingBlocks blocks={view.user?.spendingBlocks ?? []} />
      <AccountAmounts />
      <Section title={t("about:hub.money")}>
        <MoneyCells user={view.user} />
      </Section>
      <Section title={t("about:hub.envelopes")}>
        <Cell to="/redImg" before={<Icon name="gift" />} title={t("about:hub.covers")} />
        <Cell to="/redPageAdmin" before={<Icon name="edit" />} title={t("about:hub.texts")} />
        <Cell to="/home?tab=ranking" before={<Icon name="crown" />} title={t("about:hub.ranking")} />
      </Section>
      <Section title={t("about:hub.security")}>
        <SecurityCells user={view.user} />
      </Section>
      <Section title={t("about:hub.settings")}>
        <LanguageCell />
        {/* Who has just come for the first time cannot know yet whether to come back. */}
        {!isNewUser && <HomeScreenCell />}
      </Section>
      <Switches />
      <Section title={t("about:hub.help")}>
        <Cell to="/redEnvelopeSystem" before={<Icon name="info" />} title={t("about:hub.howItWorks")} />
        <Cell to="/privacy" before={<Icon name="lock" />} title={t("about:hub.privacy")} />
        <Cell to="/profile" before={<Icon name="eye" />} title={t("about:hub.sample")} />
      </Section>
      <LogOut actions={view.actions} send={session.send} />
    </Screen>
  );
}

interface ProfileProps {
  view: SessionView;
  send: (event: SessionEvent) => void;
}

/** The logged-in user; where the lookup failed, an error with a retry. */
function Profile({ view: { user, noticeKey, actions }, send }: ProfileProps) {
  const { t } = useTranslation();
  if (user === null) {
    if (noticeKey === null) return null;
    return (
      <Section isPadded>
        <p role="alert">{t(noticeKey)}</p>
        <ActionButton actions={actions} type="ui.retryUser" send={send} variant="secondary" />
      </Section>
    );
  }
  const id = String(user.tgUserId);
  return (
    <div className={styles.profile}>
      <span className={styles.ring}>
        <Avatar name={user.name} url={user.url} sizePx={64} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{user.name}</bdi>
        </p>
        {user.vipLevel > 0 && (
          <Badge tone="gold" icon="crown">
            {t("about:hub.vip", { level: user.vipLevel })}
          </Badge>
        )}
        {user.username !== null && <p className={styles.username}>@{user.username}</p>}
        <CopyButton text={id} variant="plain">
          {t("envelope:user.id", { id })}
        </CopyButton>
      </div>
    </div>
  );
}

/** The wallets, the records and what moved the balance. */
function MoneyCells({ user }: Pick<SessionView, "user">) {
  const { t } = useTranslation();
  const address = user?.walletAddress ?? null;
  return (
    <>
      <Cell
        to="/addWallet"
        before={<Icon name="wallet" />}
        title={t("envelope:user.wallets")}
        subtitle={address === null ? t("envelope:user.noWallet") : <Address address={address} isShort />}
      />
      <Cell to="/sendRecord?tab=sent" before={<Icon name="sent" />} title={t("envelope:user.sentRecords")} />
      <Cell to="/sendRecord?tab=received" before={<Icon name="gift" />} title={t("envelope:user.receivedRecords")} />
      <Cell to="/sendRecord?tab=balance" before={<Icon name="clock" />} title={t("envelope:user.movements")} />
      {user !== null && <BalanceCheck tgUserId={user.tgUserId} />}
    </>
  );
}

/** What guards the account. Nothing is said of code and email until the person's info is here. */
function SecurityCells({ user }: Pick<SessionView, "user">) {
  const { t } = useTranslation();
  const email = user?.email ?? null;
  return (
    <>
      <Cell
        to="/updateCode"
        before={<Icon name="key" />}
        title={t("about:hub.code")}
        subtitle={user === null ? undefined : t(user.hasSecurityCode ? "about:hub.isSet" : "about:hub.isNotSet")}
      />
      <Cell
        to="/updateEmai"
        before={<Icon name="mail" />}
        title={t("about:hub.email")}
        subtitle={user === null ? undefined : email === null ? t("about:hub.isNotSet") : maskEmail(email)}
      />
      <Cell to="/tgAntiFraud" before={<Icon name="shield" />} title={t("about:hub.antiFraud")} />
    </>
  );
}

/** Comes with all that checks a statement. */
const { Part: BalanceCheckResult } = lazyPart(
  async () => (await import("./BalanceCheckResult.tsx")).BalanceCheckResult,
);

/** A line that unfolds whether the person's balances are in the newest statement of solvency. */
function BalanceCheck({ tgUserId }: { tgUserId: number }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Cell
        before={<Icon name="shield" />}
        title={t("about:counted.title")}
        subtitle={t("about:counted.hint")}
        isOpen={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Suspense fallback={<Skeleton shape="cards" rows={1} rowHeightPx={48} />}>
          <BalanceCheckResult tgUserId={tgUserId} />
        </Suspense>
      )}
    </>
  );
}
