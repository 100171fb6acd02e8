import { useTranslation } from "react-i18next";

import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { homeScreenFlow } from "#src/adapters/actors/homeScreen.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

/** Offers once to add the app to the phone's home screen, while it is not there. Shows nothing where the messenger does not support it. */
export function HomeScreenCell() {
  const { t } = useTranslation();
  const { messenger } = useApp();
  const flow = useFlow(homeScreenFlow, {
    isExtra: true,
    input: { params: null },
    open: { type: "resource.load" },
    isDeferred: true,
  });
  if (flow?.view.value?.canAdd !== true) return null;
  const { send } = flow;
  const add = async () => {
    await (await messenger.loadExtras())?.homeScreen?.add();
    send({ type: "ui.refresh" });
  };
  return (
    <Cell
      before={<Icon name="plus" />}
      title={t("about:hub.homeScreen")}
      subtitle={t("about:hub.homeScreenText")}
      onClick={() => void add()}
    />
  );
}
