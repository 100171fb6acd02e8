import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { viewSession } from "#machines/session/session.view.ts";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { SpendingBlocks } from "#src/components/account/SpendingBlocks.tsx";
import { DomainWarning } from "#src/components/shell/DomainWarning.tsx";
import { MainBar } from "#src/components/shell/MainBar.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { useService } from "#src/hooks/useService.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";

import { AccountAmounts } from "./AccountAmounts.tsx";
import { HomeScreenCell } from "./HomeScreenCell.tsx";
import { LanguageCell } from "./LanguageCell.tsx";
import { LogOut } from "./LogOut.tsx";
import { MoneyCells } from "./MoneyCells.tsx";
import { Profile } from "./Profile.tsx";
import { SecurityCells } from "./SecurityCells.tsx";
import { Switches } from "./Switches.tsx";

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
