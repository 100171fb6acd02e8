import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { GroupChoice } from "#src/components/shell/GroupChoice.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

/** There are not enough groups to send to, and this is the way to link one. */
export function TooFewGroups({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const botUsername = useSystemInfo().view.value?.botUsername ?? null;
  return (
    <>
      <Empty title={t("envelope:send.state.tooFewChats")} text={t("envelope:multi.tooFewText")} />
      <Section isPadded>
        <GroupChoice
          variant="secondary"
          botUsername={botUsername}
          onLinked={() => {
            send({ type: "ui.reload" });
          }}
        />
        <ActionButton
          actions={view.actions}
          type="ui.reload"
          send={send}
          labelKey="home:groups.checkAgain"
          variant="secondary"
        />
      </Section>
    </>
  );
}
