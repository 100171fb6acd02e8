import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { Segmented } from "#src/components/ui/Segmented.tsx";

import { GroupRanking } from "./GroupRanking.tsx";
import styles from "./RankingTab.module.css";
import { UserRanking } from "./UserRanking.tsx";

const KINDS = ["groups", "users"] as const;
const PERIODS = ["week", "all"] as const;

/** Groups or people, this week or ever; the choice is in the address, so that it is there after going back. */
export function RankingTab() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const kind = KINDS.find((known) => known === search.get("of")) ?? "groups";
  const period = PERIODS.find((known) => known === search.get("period")) ?? "week";
  const choose = (choice: { of?: string; period?: string }) => {
    setSearch({ tab: "ranking", of: kind, period, ...choice }, { replace: true });
  };
  return (
    <>
      <Segmented
        label={t("home:ranking.of")}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`home:ranking.${value}`) }))}
        onChange={(of) => {
          choose({ of });
        }}
      />
      <Segmented
        label={t("home:ranking.period")}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t(`home:ranking.${value}`) }))}
        onChange={(value) => {
          choose({ period: value });
        }}
      />
      {kind === "groups" ? <GroupRanking key={period} period={period} /> : <UserRanking key={period} period={period} />}
      <p className={styles.note}>{t("home:ranking.note")}</p>
    </>
  );
}
