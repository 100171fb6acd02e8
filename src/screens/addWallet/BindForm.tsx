import { useTranslation } from "react-i18next";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { Field } from "#src/components/Field.tsx";
import { Section } from "#src/components/Section.tsx";
import { Segmented } from "#src/components/Segmented.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import styles from "./AddWallet.module.css";
import { listFreeTypes } from "./listFreeTypes.ts";

/** The form for another wallet; absent while every type holds one. */
export function BindForm({ view, send }: FlowProps<"walletBinding", WalletBindingView>) {
  const { t } = useTranslation();
  const freeTypes = listFreeTypes(view);
  if (freeTypes.length === 0) return <p className={styles.note}>{t("wallet:binding.allBound")}</p>;
  return (
    <Section isPadded title={t("wallet:binding.add")} footer={t("wallet:binding.addHint")}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: "ui.submit" });
        }}
      >
        {view.walletTypes.length > 1 && (
          <Segmented
            label={t("wallet:binding.type")}
            value={view.walletType}
            options={freeTypes.map((type) => ({ value: type, label: t(`wallet:type.${type}`) }))}
            onChange={(walletType) => {
              send({ type: "ui.chooseType", walletType });
            }}
          />
        )}
        {view.problems.walletType !== null && <p role="alert">{t(view.problems.walletType)}</p>}
        <Field
          label={t("wallet:binding.address")}
          value={view.address}
          onChange={(address) => {
            send({ type: "ui.typeAddress", address });
          }}
          error={view.problems.address === null ? undefined : t(view.problems.address)}
          placeholder="0x…"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={128}
        />
      </form>
    </Section>
  );
}
