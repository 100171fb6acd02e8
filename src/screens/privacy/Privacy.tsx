import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { Obstacle } from "#machines/accountDeletion/accountDeletion.machine.ts";
import type { AccountDeletionView } from "#machines/accountDeletion/accountDeletion.view.ts";
import { accountDeletionFlow } from "#src/adapters/actors/accountDeletion.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon, type IconName } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { Topic, Topics } from "#src/components/ui/Topics.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { buildDetailsPath, buildOutcomePath, buildWithdrawPath } from "#src/routes/links.ts";

import styles from "./Privacy.module.css";

const TOPICS = ["profile", "money", "email", "words", "traces", "seen", "others"] as const;

const ICONS: Readonly<Record<(typeof TOPICS)[number], IconName>> = {
  profile: "person",
  money: "wallet",
  email: "mail",
  words: "edit",
  traces: "clock",
  seen: "eye",
  others: "shield",
};

/** `/privacy`: what is kept of a person, why and for how long, and the way to delete the account. */
export function Privacy() {
  const { t } = useTranslation();
  return (
    <Screen title={t("privacy:title")} back="/user">
      <Section isPadded>
        <p className={styles.lead}>{t("privacy:lead")}</p>
        <Topics>
          {TOPICS.map((topic) => (
            <Topic
              key={topic}
              icon={ICONS[topic]}
              title={t(`privacy:kept.${topic}.title`)}
              text={t(`privacy:kept.${topic}.text`)}
            />
          ))}
        </Topics>
      </Section>
      <DeleteAccount />
    </Screen>
  );
}

type DeletionProps = FlowProps<"accountDeletion", AccountDeletionView>;

const SHOWN = {
  idle: ToCome,
  loading: ToCome,
  blocked: Blocked,
  ready: Free,
  asking: Free,
  deleting: Deleting,
  askingCode: Free,
  failed: Failed,
  deleted: Deleting,
} satisfies Record<AccountDeletionView["state"], ComponentType<DeletionProps>>;

/** Deletes the account once it is confirmed, or says what has to end before. */
function DeleteAccount() {
  const { t } = useTranslation();
  const flow = useFlow(accountDeletionFlow, { input: undefined, open: { type: "ui.open" } });
  const Shown = SHOWN[flow?.view.state ?? "idle"];
  return (
    <>
      <Section title={t("privacy:delete.title")}>{flow === null ? <ToCome /> : <Shown {...flow} />}</Section>
      {flow !== null && (
        <ConfirmDialog
          isOpen={flow.view.state === "asking"}
          title={t("privacy:delete.confirmTitle")}
          actions={flow.view.actions}
          send={flow.send}
        >
          {t("privacy:delete.confirmText")}
        </ConfirmDialog>
      )}
      <SecurityCodePrompt actor={flow?.actor ?? null} />
    </>
  );
}

/** As high as the sentence and the button. */
function ToCome() {
  return <Skeleton rowHeightPx={110} />;
}

function Blocked(props: DeletionProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.text}>{t("privacy:delete.blocked")}</p>
      {props.view.obstacles.map((obstacle, index) => (
        <ObstacleCell key={`${obstacle.kind}:${obstacle.id ?? index}`} obstacle={obstacle} />
      ))}
      <Buttons {...props} />
    </>
  );
}

function Free(props: DeletionProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.text}>{t("privacy:delete.free")}</p>
      <Buttons {...props} />
    </>
  );
}

function Deleting() {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.text}>{t("privacy:delete.free")}</p>
      <div className={styles.buttons}>
        <Button variant="danger" isBusy>
          {t("privacy:delete.action")}
        </Button>
      </div>
    </>
  );
}

function Failed(props: DeletionProps) {
  return (
    <>
      <p role="alert" className={styles.problem}>
        {useFailureText()(props.view)}
      </p>
      <Buttons {...props} />
    </>
  );
}

function Buttons({ view, send }: DeletionProps) {
  return (
    <div className={styles.buttons}>
      <ActionButton actions={view.actions} type="ui.delete" send={send} variant="danger" />
      <ActionButton actions={view.actions} type="ui.retry" send={send} variant="secondary" />
    </div>
  );
}

const OBSTACLE_ICONS: Readonly<Record<Obstacle["kind"], IconName>> = {
  underReview: "shield",
  balance: "wallet",
  envelope: "gift",
  claimedEnvelope: "gift",
  order: "clock",
  payout: "send",
  deposit: "sent",
};

/** Where it can be seen to; undefined where one can only wait. */
function findWay({ kind, coinType, id }: Obstacle): string | undefined {
  if (kind === "balance" && coinType !== null) return buildWithdrawPath(coinType);
  if (id === null) return undefined;
  if (kind === "envelope" || kind === "claimedEnvelope") return buildDetailsPath({ envelopeId: id });
  if (kind === "order") return buildOutcomePath({ orderId: id });
  return kind === "payout" ? buildOutcomePath({ payoutId: id }) : undefined;
}

/** One thing that has to end before the account can be deleted; a tap leads to it. */
function ObstacleCell({ obstacle }: { obstacle: Obstacle }) {
  const { t, i18n } = useTranslation();
  const { kind, coinType, amount, until } = obstacle;
  const to = findWay(obstacle);
  return (
    <Cell
      before={<Icon name={OBSTACLE_ICONS[kind]} />}
      title={t(`privacy:delete.obstacle.${kind}`, {
        amount: amount === null ? "" : formatAmountText(amount, i18n.language),
        coin: coinType === null ? "" : COINS[coinType].ticker,
      })}
      subtitle={until === null ? undefined : t("privacy:delete.until", { time: formatTime(until, i18n.language) })}
      {...(to !== undefined && { to })}
    />
  );
}
