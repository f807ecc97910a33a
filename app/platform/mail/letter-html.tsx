import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { Fragment } from "react";
import type { Letter } from "./letter";
import { darkStyles, light } from "./mail-colors";

// Loaded with the first email, so that processes that send none do not load it.

/** Renders the HTML of a letter. */
export async function letterHtml(letter: Letter): Promise<string> {
  const html = await render(<LetterPage {...letter} />);
  // Replaces the library's outdated doctype, which contains an external URL, and removes the comments meant for React
  // in a browser.
  return html.replace(/^<!doctype[^>]*>/i, "<!doctype html>\n").replace(/<!--\/?\$-->/g, "");
}

/** The layout of all emails. */
function LetterPage(letter: Letter) {
  const { language, subject, sender, paragraphs, facts, button, copy, notes, footer } = letter;
  const { imprint, unsubscribe } = letter;
  return (
    <Html lang={language}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: `:root { color-scheme: light dark; }\n${darkStyles}` }} />
      </Head>
      <Body className="page" style={{ backgroundColor: light.canvas, margin: 0, fontFamily: FONT }}>
        <Preview>{paragraphs.at(-1) ?? subject}</Preview>
        <Container style={{ maxWidth: "568px", padding: "24px 16px" }}>
          <Text className="sender" style={{ ...words(light.accent, 16), margin: "0 8px 16px", fontWeight: 600 }}>
            {sender}
          </Text>
          <Container className="surface" style={card}>
            {paragraphs.map((text, index) => (
              <Text
                key={index}
                className="ink"
                style={{ ...words(light.ink, 16), margin: "0 0 16px", whiteSpace: "pre-line" }}
              >
                {text}
              </Text>
            ))}
            {facts.map(({ label, value }) => (
              <Fragment key={label}>
                <Text className="muted" style={{ ...words(light.muted, 14), margin: 0 }}>
                  {label}
                </Text>
                <Text className="ink" style={{ ...words(light.ink, 16), margin: "0 0 16px", fontWeight: 600 }}>
                  {value}
                </Text>
              </Fragment>
            ))}
            <Button className="button" href={button.url} style={buttonStyle}>
              {button.label}
            </Button>
            <Text className="muted" style={{ ...words(light.muted, 13), margin: "8px 0 0" }}>
              {copy}
            </Text>
            <Text className="muted" style={{ ...words(light.muted, 13), margin: 0 }}>
              {button.url}
            </Text>
            {notes.map((text, index) => (
              <Text key={index} className="muted" style={{ ...words(light.muted, 14), margin: "16px 0 0" }}>
                {text}
              </Text>
            ))}
          </Container>
          <Hr className="line" style={{ margin: "24px 0 16px", borderColor: light.line }} />
          {footer.map((text, index) => (
            <Text key={index} className="muted" style={{ ...words(light.muted, 13), margin: "0 8px 8px" }}>
              {text}
            </Text>
          ))}
          {[imprint, unsubscribe].map(
            (link) =>
              link && (
                <Text key={link.url} className="muted" style={{ ...words(light.muted, 13), margin: "0 8px 8px" }}>
                  <a className="muted" href={link.url} style={{ color: light.muted, textDecoration: "underline" }}>
                    {link.label}
                  </a>
                </Text>
              ),
          )}
        </Container>
      </Body>
    </Html>
  );
}

const FONT = "Inter, -apple-system, 'Segoe UI', sans-serif";

/** Breaks long words in names and titles, so that the email fits the width of a phone. */
const words = (color: string, pixels: number) =>
  ({
    color,
    fontFamily: FONT,
    fontSize: `${pixels}px`,
    lineHeight: "1.5",
    overflowWrap: "anywhere",
  }) as const;

const card = {
  maxWidth: "536px",
  padding: "24px",
  backgroundColor: light.surface,
  border: `1px solid ${light.line}`,
  borderRadius: "8px",
};

const buttonStyle = {
  ...words(light.accentInk, 16),
  margin: "8px 0",
  padding: "12px 20px",
  backgroundColor: light.accent,
  borderRadius: "6px",
  fontWeight: 600,
};
