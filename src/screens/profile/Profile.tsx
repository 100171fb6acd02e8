import { useTranslation } from "react-i18next";

import { Amount } from "#src/components/amount/Amount.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import styles from "./Profile.module.css";

/** `/profile`: a fixed sample of a profile, marked as one. */
export function Profile() {
  const { t } = useTranslation();
  const sample = SAMPLE_PROFILE;
  return (
    <Screen
      title={t("about:profile.title")}
      back="/user"
      footer={<ButtonLink to="/user">{t("about:profile.own")}</ButtonLink>}
    >
      <p className={styles.note}>
        <Badge tone="warn" icon="info">
          {t("about:profile.sample")}
        </Badge>
        <span>{t("about:profile.note")}</span>
      </p>
      <div className={styles.head}>
        <span className={styles.picture}>
          <Avatar name={sample.name} url={null} sizePx={72} />
          <span className={styles.crown} aria-hidden="true">
            <Icon name="crown" sizePx={18} />
          </span>
          <span className={styles.online}>
            <span className="visually-hidden">{t("about:profile.online")}</span>
          </span>
        </span>
        <div className={styles.words}>
          <p className={styles.name}>{sample.name}</p>
          <p className={styles.id}>
            <span>{t("about:profile.id", { id: sample.id })}</span>
            <Badge tone="gold" icon="crown">
              {t("about:profile.vip")}
            </Badge>
          </p>
        </div>
      </div>
      <Section isPadded>
        <dl className={styles.figures}>
          <div className={styles.wide}>
            <dt>{t("about:profile.balance")}</dt>
            <dd>
              <Amount amount={sample.balance} coinType="eth" size="large" />
            </dd>
          </div>
          <div>
            <dt>{t("about:profile.totalSent")}</dt>
            <dd>
              <Amount amount={sample.totalSent} coinType="eth" />
            </dd>
          </div>
          <div>
            <dt>{t("about:profile.totalReceived")}</dt>
            <dd>
              <Amount amount={sample.totalReceived} coinType="eth" />
            </dd>
          </div>
          <div>
            <dt>{t("about:profile.quantity")}</dt>
            <dd>{sample.quantityReceived}</dd>
          </div>
        </dl>
      </Section>
      <Section title={t("about:profile.settings")}>
        <Cell
          before={<Icon name="wallet" />}
          title={t("about:profile.wallet")}
          subtitle={<Address address={sample.walletAddress} isShort />}
        />
        <Cell before={<Icon name="mail" />} title={t("about:profile.email")} subtitle={sample.email} />
        <Cell before={<Icon name="lock" />} title={t("about:profile.password")} subtitle={sample.password} />
        <Cell before={<Icon name="person" />} title={t("about:profile.handle")} subtitle={sample.handle} />
      </Section>
    </Screen>
  );
}

/** The fixed sample that the specification asks of `/profile` (section 2): nobody's data, and nothing is fetched. */
export const SAMPLE_PROFILE = {
  name: "Alex Chen",
  id: "8888 6666",
  balance: "2.5",
  totalSent: "12.8",
  totalReceived: "6.66",
  quantityReceived: 168,
  walletAddress: "0x1234567890AbcdEF1234567890aBcdef12345678",
  email: "alex@example.com",
  password: "••••••••",
  handle: "@alex_sample",
} as const;
