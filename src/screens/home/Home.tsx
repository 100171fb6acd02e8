import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { MainBar } from "#src/components/shell/MainBar.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Tabs } from "#src/components/ui/Tabs.tsx";
import { useGoBack } from "#src/hooks/useGoBack.ts";

import styles from "./Home.module.css";
import { RankingTab } from "./RankingTab.tsx";
import { ReceiveTab } from "./ReceiveTab.tsx";
import { SendTab } from "./SendTab.tsx";

const TABS = ["send", "receive", "ranking"] as const;

/** `/home?tab=send|receive|ranking`: everything about sending, receiving and ranking, each in a tab. */
export function Home() {
  const { t } = useTranslation();
  const goBack = useGoBack();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((known) => known === search.get("tab")) ?? "send";
  return (
    <Screen title={t("app:home.title")} onBack={goBack} backLabel={t("app:back")} footer={<MainBar />} isFooterBare>
      <Tabs
        label={t("home:tabs.label")}
        value={tab}
        tabs={TABS.map((value) => ({ value, label: t(`home:tabs.${value}`) }))}
        onChange={(value) => {
          setSearch({ tab: value }, { replace: true });
        }}
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
