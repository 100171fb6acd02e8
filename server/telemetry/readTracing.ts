import type { SettingReader } from "#server/settingReader.ts";

export interface TracingConfig {
  /** The collector; `/v1/traces` is added. */
  endpoint: string;
  /** Sent with every export, for collectors that want a key. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Share of the traces that begin here, from 0 to 1. A caller's decision is followed. */
  share: number;
}

/** Reads the settings of OpenTelemetry, by its own names. Null where traces go nowhere. */
export function readTracing({ readText, readList, checkPrivateUrl, fail }: SettingReader): TracingConfig | null {
  const endpoint = readText("OTEL_EXPORTER_OTLP_ENDPOINT");
  const share = readText("OTEL_TRACES_SAMPLER_ARG") ?? "1";
  if (!/^(?:0(?:\.[0-9]+)?|1(?:\.0+)?)$/.test(share))
    fail("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1", null);
  const headers: Record<string, string> = {};
  for (const pair of readList("OTEL_EXPORTER_OTLP_HEADERS")) {
    const [, name = "", value = ""] = /^([\w-]+)\s*=\s*((?:[^\s%]|%[0-9a-f]{2})+)$/i.exec(pair) ?? [];
    if (name === "") fail("OTEL_EXPORTER_OTLP_HEADERS must hold name=value, percent-encoded", null);
    else headers[name] = decodeURIComponent(value);
  }
  const serviceName = readText("OTEL_SERVICE_NAME") ?? "hongbao";
  if (endpoint === null) return null;
  return {
    endpoint: checkPrivateUrl("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint),
    headers,
    serviceName,
    share: Number(share),
  };
}
