import { useSelector } from "@xstate/react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { MainBar } from "#src/components/shell/MainBar.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { WhenIdle } from "#src/components/shell/WhenIdle.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Link } from "#src/components/ui/Link.tsx";
import { Named } from "#src/components/ui/Named.tsx";
import { useService } from "#src/hooks/useSnapshot.ts";
import { isSendingOpen, useSystemFact } from "#src/hooks/useSystemFact.ts";
import { buildSendPath } from "#src/routes/links.ts";

import { Chats } from "./Chats.tsx";
import styles from "./HomePage.module.css";

const loadNotes = () => import("./LateNotes.tsx");

/** What cannot be loaded is left out: the page is complete without it, and the way to the balance is there without its sum. */
const showNothing = () => null;

const { Part: LateNotes, preload: loadLateNotes } = lazyPart(async () => (await loadNotes()).LateNotes, showNothing);
const { Part: Total, preload: loadTotal } = lazyPart(async () => (await loadNotes()).Total, showNothing);

/** `/homePage?chatId=`: the actions and the groups; a group in the query is the one to send to. */
export function HomePage() {
  const { t } = useTranslation();
  const name = useSelector(useService("session"), ({ context }) => context.user?.name || null);
  const [query] = useSearchParams();
  const canSend = useSystemFact(isSendingOpen);
  return (
    <Screen
      title={t("app:home.title")}
      isTitleHidden
      hero={<Hero name={name} sendPath={canSend ? buildSendPath(query.get("chatId")) : null} />}
      footer={
        <>
          <WhenIdle preload={loadLateNotes}>
            <LateNotes />
          </WhenIdle>
          <MainBar />
        </>
      }
      isFooterBare
    >
      <Shortcuts />
      <Chats canSend={canSend} />
    </Screen>
  );
}

interface HeroProps {
  name: string | null;
  /** Null where nothing can be sent yet. */
  sendPath: string | null;
}

/** An envelope for a start: the greeting on its flap, and under the seal the way to send one. */
export function Hero({ name, sendPath }: HeroProps) {
  const { t } = useTranslation();
  return (
    <div className="stage-field">
      <div className={`stage-flap ${styles.words}`}>
        <p className={styles.greeting}>
          <span>
            {name === null ? (
              t("app:home.greetingNoName")
            ) : (
              <Named name={name} write={(shown) => t("app:home.greeting", { name: shown })} />
            )}
          </span>
        </p>
        <p className={styles.pitch}>{t("app:home.pitch")}</p>
      </div>
      <span className="stage-seal" aria-hidden="true" />
      <div className={styles.pocket}>
        {sendPath !== null && (
          <ButtonLink variant="gold" to={sendPath}>
            {t("app:home.send")}
          </ButtonLink>
        )}
        <p className={styles.note}>{t(sendPath === null ? "app:home.closed" : "app:home.sendText")}</p>
      </div>
    </div>
  );
}

/** Actions that do not start in a group: a passphrase that one was given, one's own wallets, and who gives most. */
const SHORTCUTS = [
  { to: "/getPacket", labelKey: "app:home.claim", icon: "key" },
  { to: "/addWallet", labelKey: "app:home.wallet", icon: "wallet" },
  { to: "/home?tab=ranking", labelKey: "app:home.ranking", icon: "crown" },
] as const;

function Shortcuts() {
  const { t } = useTranslation();
  return (
    <div className={styles.shortcuts}>
      <Link className={`${styles.tile} ${styles.balance}`} to="/user">
        <span>{t("app:home.balance")}</span>{" "}
        <span className={styles.total}>
          <WhenIdle preload={loadTotal}>
            <Total />
          </WhenIdle>
        </span>
      </Link>
      {SHORTCUTS.map(({ to, labelKey, icon }) => (
        <Link key={to} className={styles.tile} to={to}>
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
          <span>{t(labelKey)}</span>
        </Link>
      ))}
    </div>
  );
}
