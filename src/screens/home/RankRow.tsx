import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { formatFiatText } from "#src/components/amount/formatFiatText.ts";
import { Avatar } from "#src/components/ui/Avatar.tsx";

import styles from "./RankRow.module.css";

/** The first three have a medal. */
const MEDALS = 3;

interface RankRowProps {
  place: components["schemas"]["RankingPlace"];
  /** Under the name: that it is the reader's own. */
  note?: ReactNode;
}

/** One place of a ranking, in a list. */
export function RankRow({ place: { rank, name, url, valueUsdt }, note }: RankRowProps) {
  const { i18n } = useTranslation();
  return (
    <li className={styles.row}>
      <span className={styles.rank} data-medal={rank <= MEDALS ? rank : undefined}>
        {formatAmountText(String(rank), i18n.language)}
      </span>
      <Avatar name={name} url={url} />
      <span className={styles.name}>
        <bdi>{name}</bdi> {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      <span className={styles.value}>{formatFiatText(valueUsdt, i18n.language)}</span>
    </li>
  );
}
