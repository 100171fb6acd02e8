import { Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";

import { ADDRESS_FORMS } from "#domain/address/addressForms.ts";
import { looksLikeSecret } from "#domain/address/looksLikeSecret.ts";
import type { WalletType } from "#domain/coins.ts";
import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Field } from "#src/components/ui/Field.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useFocusWrongField } from "#src/hooks/useFocusWrongField.ts";

import styles from "./BindingForm.module.css";

/** Typing an address works without it, so nothing is shown where it cannot be loaded. */
const { Part: PasteButton } = lazyPart(
  async () => (await import("./PasteButton.tsx")).PasteButton,
  () => null,
);

/** A pasted address finds its type without it. */
const { Part: TypeChoice } = lazyPart(async () => (await import("./TypeChoice.tsx")).TypeChoice);

/** A longer address does not fit the field, so it is repeated in full below to be compared. */
const VISIBLE_LENGTH = 24;

/** For people, by the type of wallet. */
export type NetworkNames = Readonly<Partial<Record<WalletType, string>>>;

interface BindingFormProps extends FlowProps<"walletBinding", WalletBindingView> {
  networks: NetworkNames;
}

/** The form for another wallet; absent while every type holds one, or none is open. */
export function BindingForm({ view, send, networks }: BindingFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const network = view.walletType === null ? undefined : networks[view.walletType];
  const canConnect = view.actions.some(
    ({ event }) => event.type === "ui.connect" && event.walletType === view.walletType,
  );
  const take = (text: string) => {
    // Pasted text may have spaces and line ends; an address has none.
    const value = text.replaceAll(/\s/gu, "");
    // A secret goes no further than this field.
    send(looksLikeSecret(text) ? { type: "ui.refuseSecret" } : { type: "ui.type", field: "address", value });
  };
  useFocusWrongField(form, view.rejectedSubmits);
  if (view.walletTypes.length === 0) return <p className={styles.allBound}>{t("wallet:binding.notOpen")}</p>;
  if (view.freeTypes.length === 0) {
    const [type, ...otherTypes] = view.walletTypes.map((walletType) => t(`wallet:type.${walletType}`));
    return (
      <p className={styles.allBound}>
        {view.isFull
          ? t("errors:walletLimitReached")
          : otherTypes.length === 0
            ? t("wallet:binding.typeBound", { type })
            : t("wallet:binding.allBound")}
      </p>
    );
  }
  return (
    <Section isPadded title={t("wallet:binding.add")}>
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (canPress(view.actions, "ui.submit")) send({ type: "ui.submit" });
        }}
      >
        {view.walletTypes.length > 1 && (
          <Suspense fallback={<div className={styles.typesToCome} />}>
            <TypeChoice view={view} send={send} />
          </Suspense>
        )}
        {view.problems.walletType !== null && (
          <p role="alert" className={styles.problem}>
            <Icon name="warning" sizePx={16} />
            <span>{t(view.problems.walletType)}</span>
          </p>
        )}
        {canConnect && <p>{t("wallet:binding.connectHint")}</p>}
        <Field
          label={t(network === undefined ? "wallet:binding.address" : "wallet:binding.addressOn", { network })}
          value={view.address}
          onChange={take}
          after={
            <Suspense>
              <PasteButton onPaste={take} />
            </Suspense>
          }
          hint={view.address.length > VISIBLE_LENGTH && <Address address={view.address} />}
          error={
            view.problems.address !== null &&
            t(view.problems.address, { network: network ?? view.walletType, message: view.addressRefusal })
          }
          placeholder={(view.walletType && ADDRESS_FORMS[view.walletType].placeholder) ?? undefined}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={128}
          disabled={view.state === "binding"}
        />
        <p className={styles.promise}>
          <Icon name="info" sizePx={20} />
          <span>{t("wallet:binding.ownWallet")}</span>
        </p>
        <p className={styles.promise}>
          <Icon name="shield" sizePx={20} />
          <span>{t("wallet:binding.addHint")}</span>
        </p>
      </form>
    </Section>
  );
}
