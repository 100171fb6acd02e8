import i18next from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

const NAMESPACE = "proof";

/** They stand apart from the other parts, which the first script names: draws for all are rare. */
const parts = import.meta.glob<{ default: object }>("/locales/*/proof.json");

/** Loads the words that tell of a draw's check; false until they are there. */
export function useProofTexts(): boolean {
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
