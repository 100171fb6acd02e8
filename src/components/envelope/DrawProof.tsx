import { useState, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { CheckedDraw } from "#domain/draw/answerQuestion.ts";
import type { DrawFinding } from "#domain/draw/drawReport.ts";
import { drawProofFlow } from "#src/adapters/actors/drawProof.ts";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOpenLink } from "#src/hooks/useOpenLink.ts";
import styles from "./DrawProof.module.css";
import i18next from "i18next";

interface DrawProofProps {
  envelopeId: string;
  /** Shares of the envelope; null for who may not see its list, and is shown a check of their own entry at most. */
  count: number | null;
  /** A section of its own, in which evidence and receipt can be taken along also where nothing is wrong. */
  hasPapers?: boolean;
}

/** What this device has found of a draw for all: a quiet line, or each lie in plain words and what to do. */
export function DrawProof(props: DrawProofProps) {
  const [isWhole, setIsWhole] = useState(false);
  const askWhole = () => setIsWhole(true);
  if (!useProofTexts()) return null;
  return <Proof key={String(isWhole)} {...props} isWhole={isWhole} onAskWhole={askWhole} />;
}

interface ProofProps extends DrawProofProps {
  isWhole: boolean;
  onAskWhole: () => void;
}

function Proof({ envelopeId, count, isWhole, hasPapers = false, onAskWhole }: ProofProps) {
  const { t } = useTranslation();
  const flow = useFlow(drawProofFlow, {
    input: { params: { envelopeId, count, isWhole } },
    open: { type: "resource.load" },
    flowKey: `${envelopeId}.${String(isWhole)}`,
    isDeferred: true,
    isExtra: true,
  });
  if (flow === null) return null;
  const { status, value: checked } = flow.view;
  const isNothing = checked !== null && checked.papers === null && checked.findings.length === 0;
  if (isNothing || (status !== "failed" && checked === null && count === null)) return null;
  const isBroken = checked?.findings.some(({ isBreach }) => isBreach) === true;
  const proof =
    status === "failed" ? (
      <div className={styles.proof}>
        <p className={styles.line}>{t("proof:phone.failed")}</p>
        <Button variant="plain" isInline onClick={() => flow.send({ type: "ui.retry" })}>
          {t("app:list.retry")}
        </Button>
      </div>
    ) : checked === null ? (
      <p className={styles.line}>{t("proof:phone.checking")}</p>
    ) : (
      <div className={styles.proof}>
        <Verdict checked={checked} />
        {(isBroken || hasPapers) && checked.papers !== null && <Papers papers={checked.papers} />}
        {hasPapers && !checked.isWhole && checked.isOwn && (
          <Button variant="plain" isInline onClick={onAskWhole}>
            {t("proof:phone.ranks")}
          </Button>
        )}
      </div>
    );
  return hasPapers ? (
    <Section isPadded title={t("proof:phone.title")}>
      {proof}
    </Section>
  ) : (
    proof
  );
}

/** What a person has to know even where nothing is wrong. */
const TOLD_DOUBTS: ReadonlySet<string> = new Set(["noRoot", "lateRoot", "undrawn", "noReceipt"]);

function Verdict({ checked: { findings, isOwn, isWhole } }: { checked: CheckedDraw }) {
  const { t } = useTranslation();
  const breaches = findings.filter(({ isBreach }) => isBreach);
  if (breaches.length > 0) {
    return (
      <div role="alert" data-ground="page" className={styles.lie}>
        <p className={styles.title}>{t("proof:phone.lie")}</p>
        <ul>
          {breaches.map((finding) => (
            <li key={finding.fault}>{tellFinding(t, finding)}</li>
          ))}
        </ul>
        <p>{t("proof:phone.advice")}</p>
      </div>
    );
  }
  const isWaiting = findings.some(({ fault }) => fault === "waiting");
  // Of a draw that never was there is no round that could be right.
  const isUndrawn = findings.some(({ fault }) => fault === "undrawn");
  const doubts = findings.filter(({ fault }) => TOLD_DOUBTS.has(fault) && (isOwn || fault !== "noReceipt"));
  return (
    <>
      {!isUndrawn && (
        <p className={styles.line}>
          {t(isWaiting ? "proof:phone.waiting" : isWhole ? "proof:phone.whole" : "proof:phone.own")}
        </p>
      )}
      {doubts.map((finding) => (
        <p key={finding.fault} className={styles.line}>
          {tellFinding(t, finding)}
        </p>
      ))}
    </>
  );
}

function tellFinding(t: ReturnType<typeof useTranslation>["t"], finding: DrawFinding): string {
  const { about } = finding;
  return finding.isBreach ? t(`proof:breach.${finding.fault}`) : t(`proof:doubt.${finding.fault}`, { about });
}

/** Evidence and receipt to copy, and the way to the page that checks them; a file where no link holds them. */
function Papers({ papers }: { papers: string }) {
  const { t } = useTranslation();
  const openLink = useOpenLink();
  const link = buildProofLink(papers, location.origin);
  return (
    <div className={styles.papers}>
      <CopyButton text={papers} labelKey="proof:phone.copy" />
      {link === null ? (
        <Button variant="plain" isInline onClick={() => saveFile(papers)}>
          {t("proof:phone.save")}
        </Button>
      ) : (
        <ButtonLink href={link} variant="plain" icon="linkOut" onClick={openLink}>
          {t("proof:phone.open")}
        </ButtonLink>
      )}
    </div>
  );
}

const PAGE = "/verify.html";

/** What browsers and messengers carry in an address. */
const MOST_CHARACTERS = 65_536;

/** The address of the page that checks draws, with evidence and receipt in it; null where they are too long for one. */
function buildProofLink(papers: string, origin: string): string | null {
  const bytes = new TextEncoder().encode(papers);
  // Many bytes at once are too many arguments.
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const fragment = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return fragment.length > MOST_CHARACTERS ? null : `${origin}${PAGE}#${fragment}`;
}

function saveFile(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "evidence.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

const NAMESPACE = "proof";

/** They stand apart from the other parts, which the first script names: draws for all are rare. */
const parts = import.meta.glob<{ default: object }>("/locales/*/proof.json");

/** Loads the words that tell of a draw's check; false until they are there. */
function useProofTexts(): boolean {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [loaded, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    const load = async () => {
      if (!i18next.hasResourceBundle(language, NAMESPACE)) {
        const part = await parts[`/locales/${language}/proof.json`]?.();
        i18next.addResourceBundle(language, NAMESPACE, part?.default ?? {});
      }
      setLoaded(language);
    };
    // Without the words nothing is told; the draw's own page has its own.
    load().catch(() => {});
  }, [language]);
  return loaded === language;
}
