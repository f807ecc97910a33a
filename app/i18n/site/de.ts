import type { Figures, SiteContent } from "./content";

export default ({ trial, keep, monthly, yearly, perYear, competitor }: Figures): SiteContent => ({
  landing: {
    title: "Finderlohn: Affiliate-Partner, Leads und Provisionen",
    description: `Leads Ihrer Affiliates, gewonnene Deals und offene Provisionen an einem Ort. ${trial} Tage kostenlos testen, ohne Kreditkarte.`,
  },
  plansPage: {
    title: "Preise",
    description: `Ein Tarif, alles drin: ${yearly} im Monat bei jährlicher Zahlung oder ${monthly} bei monatlicher. ${trial} Tage kostenlos testen, ohne Kreditkarte.`,
  },
  descriptions: {
    signIn: "Anmelden und den Überblick über Affiliates, Leads und Provisionen behalten.",
    portal: "Das Portal für Affiliates: Leads einreichen, Deals und Provisionen verfolgen, ohne Passwort.",
    api: "Die REST-API von Finderlohn: Leads, Deals, Affiliates und Provisionen lesen und schreiben.",
    imprint: "Wer Finderlohn betreibt und wie Sie uns erreichen.",
    privacy: "Welche Daten Finderlohn verarbeitet, wozu und wie lange.",
  },
  nav: { features: "Funktionen", questions: "Fragen" },
  hero: {
    title: "Jeder Finder bekommt seinen Lohn, auf den Cent genau",
    text: "Finderlohn begleitet jeden Lead Ihrer Affiliates bis zum gewonnenen Deal und zur bezahlten Provision. Es berechnet, was Sie schulden, und zeigt, warum.",
    start: "Kostenlos testen",
    note: `${trial} Tage kostenlos. Ohne Kreditkarte.`,
    more: "So funktioniert’s",
    picture: "Die Pipeline in Finderlohn: offene Leads als Karten, mit Affiliate und nächstem Schritt",
  },
  figures: {
    title: "Finderlohn in Zahlen",
    items: [
      { figure: "2 Mio.+", label: "an Provisionen erfasst" },
      { figure: "10.000+", label: "Deals verwaltet" },
      { figure: "4,9/5", label: "aus über 200 Bewertungen" },
    ],
  },
  ways: {
    title: "Provisionen ohne Tabelle",
    text: "Was bisher jeden Monat nachgeschlagen, kopiert und nachgerechnet wurde, geschieht jetzt von selbst.",
    old: {
      title: "Bisher",
      points: [
        "Leads kommen per E-Mail und werden in eine Liste kopiert",
        "Provisionen werden von Hand gerechnet, Deal für Deal",
        "Niemand weiß mehr, welche Konditionen wann galten",
        "Affiliates fragen, wo ihr Geld bleibt",
        "Belege liegen in irgendeinem Postfach",
      ],
    },
    new: {
      title: "Mit Finderlohn",
      points: [
        "Affiliates reichen Leads in ihrem eigenen Portal ein",
        "Provisionen werden berechnet, sobald ein Deal gewonnen ist",
        "Jeder Betrag zeigt, aus welchen Konditionen er stammt",
        "Affiliates sehen, was sie verdient haben und wann es fällig ist",
        "Jede Zahlung hat ihren Beleg",
      ],
    },
  },
  features: {
    title: "Vom Lead bis zur Zahlung, alles an einem Ort",
    text: "Drei Dinge, die Ihnen Finderlohn jeden Tag abnimmt.",
    items: {
      tracking: {
        title: "Automatisches Tracking",
        text: "Vom ersten Kontakt bis zur letzten Zahlung wird jeder Schritt festgehalten. Listen von Hand gehören der Vergangenheit an.",
        points: [
          "Affiliates melden sich per Link an und reichen ihre Leads ein",
          "Wiederkehrende Deals erhalten eine Zahlung für jeden Monat der Laufzeit",
          "Mögliche Dubletten werden markiert, jede Änderung bleibt nachvollziehbar",
        ],
        picture: "Ein Lead mit seinen Schritten: wer ihn gebracht hat und was als Nächstes ansteht",
      },
      rules: {
        title: "Provisionsregeln",
        text: "Prozentsatz, Fixbetrag oder gestaffelt: berechnet, sobald ein Deal gewonnen ist.",
        points: [
          "Eigene Konditionen für jeden Affiliate",
          "Staffeln, die mit dem Jahresvolumen steigen",
          "Jeder Betrag mit Rechenweg, für Sie und den Affiliate",
        ],
        picture: "So kam eine Provision zustande: Grundlage, Prozentsatz und die gültigen Konditionen",
      },
      reporting: {
        title: "Auswertungen in Echtzeit",
        text: "Was gewonnen wurde, was aussteht und was bezahlt ist, immer auf dem neuesten Stand.",
        points: [
          "Offene Ansichten zeigen Änderungen innerhalb einer Sekunde",
          "Leads, Abschlussquote und Provisionen jedes Affiliates",
          "CSV-Export, API-Zugang und Webhooks für Ihre anderen Werkzeuge",
        ],
        picture: "Die Auswertung eines Zeitraums: Kennzahlen, Verlauf über die Monate und Rangliste der Affiliates",
      },
    },
  },
  steps: {
    title: "So funktioniert’s",
    items: [
      {
        title: "Affiliates einladen",
        text: "Name und E-Mail-Adresse genügen. Legen Sie für jeden einen Prozentsatz, einen Fixbetrag oder Staffeln fest.",
        picture: "Das Formular, das einen Affiliate einlädt, mit Name und E-Mail",
      },
      {
        title: "Aus Leads Deals machen",
        text: "Leads landen in Ihrer Pipeline. Sie qualifizieren sie, gewinnen den Deal, und die Provision ist berechnet.",
        picture:
          "Das Formular eines gewonnenen Deals: Die Provision wird berechnet, während der Betrag eingegeben wird",
      },
      {
        title: "Fälliges bezahlen",
        text: "Eine Ansicht zeigt alles, was fällig ist. Als bezahlt markieren, Beleg hinzufügen, und der Affiliate weiß Bescheid.",
        picture: "Alles Fällige nach Affiliate und Währung, bevor es als bezahlt markiert wird",
      },
    ],
  },
  pricing: {
    title: "Ein Tarif, alles drin",
    text: `Testen Sie ${trial} Tage lang. Danach wählen Sie, wie Sie zahlen möchten.`,
    switch: "Abrechnung",
    save: "20 % sparen",
    twoMonths: "2 Monate gratis",
    month: "/Monat",
    plan: "Premium",
    vat: "zzgl. MwSt.",
    monthly: { name: "Monatlich", perMonth: monthly, billed: "Monatlich abgerechnet" },
    yearly: { name: "Jährlich", perMonth: yearly, billed: `${perYear} pro Jahr, jährlich abgerechnet` },
    features: [
      "Unbegrenzte Leads",
      "Unbegrenzte Deals",
      "Affiliate-Verwaltung",
      "Provisionsabrechnung",
      "Webhooks",
      "Mehrere Benutzer",
      "Premium-Support",
    ],
    start: "Kostenlos testen",
    note: `${trial} Tage kostenlos. Ohne Kreditkarte.`,
    all: "Preise vergleichen",
  },
  comparison: {
    title: "Finderlohn im Vergleich",
    text: "Mit anderen Affiliate-Lösungen und mit der Tabelle, mit der die meisten anfangen.",
    columns: ["Finderlohn", "Mitbewerber", "Tabellen"],
    rows: [
      {
        label: "Einrichtung",
        cells: ["5 Minuten", "Tage, oft mit Beratung", "Stunden, und bei jeder Änderung wieder"],
      },
      {
        label: "Preis pro Monat",
        cells: [yearly, `${competitor} oder mehr`, "Keine Gebühr, aber viele Arbeitsstunden"],
      },
      {
        label: "Affiliates und Leads",
        cells: ["Unbegrenzt", "Oft je nach Tarif begrenzt", "Solange Sie den Überblick behalten"],
      },
      { label: "Provisionen", cells: ["Berechnet, sobald ein Deal gewonnen ist", "Berechnet", "Von Hand"] },
      { label: "Portal für Affiliates", cells: ["Inklusive, ohne Passwort", "Oft gegen Aufpreis", "Keines"] },
      {
        label: "Begründung jedes Betrags",
        cells: ["Konditionen und Rechenweg sichtbar", "Selten", "Kennt nur, wer die Formel schrieb"],
      },
    ],
  },
  voices: {
    title: "Das sagen Kunden",
    note: "Beispielhafte Kundenstimmen",
    items: [
      {
        text: "Die Provisionsabrechnung hat mich jeden Monat zwei Tage gekostet. Heute prüfe ich eine Liste und klicke einmal.",
        person: "Julia Brandt",
        role: "Leiterin Partnerschaften",
        company: "Nordwerk Media",
      },
      {
        text: "Unsere Partner fragen nicht mehr, was ihnen zusteht. Sie sehen nach, und die Zahl stimmt.",
        person: "Marc Lefèvre",
        role: "Geschäftsführer",
        company: "Atelier Croissance",
      },
      {
        text: "Den ersten Affiliate haben wir während eines Telefonats angelegt. Noch vor dem Auflegen war der erste Lead da.",
        person: "Lucía Romero",
        role: "Vertriebsleiterin",
        company: "Puente Digital",
      },
    ],
  },
  questions: {
    title: "Häufige Fragen",
    items: [
      {
        question: "Wie lange kann ich kostenlos testen?",
        answer: `${trial} Tage, mit allen Funktionen. Sie brauchen keine Kreditkarte, und am Ende der Testphase wird nichts abgebucht.`,
      },
      {
        question: "Was geschieht, wenn die Testphase endet?",
        answer: `Wählen Sie einen Tarif und arbeiten Sie weiter. Wenn nicht, pausiert Ihre Organisation: Sie können alles noch lesen und exportieren. Wir bewahren Ihre Daten ${keep} Tage lang auf, dann werden sie gelöscht.`,
      },
      {
        question: "Kann ich jederzeit kündigen?",
        answer: `Ja, in den Einstellungen. Premium läuft bis zum Ende des bezahlten Zeitraums. Danach bewahren wir Ihre Daten noch ${keep} Tage lang auf, falls Sie zurückkommen.`,
      },
      {
        question: "Wie werden Provisionen berechnet?",
        answer:
          "Nach den Konditionen, die Sie mit dem Affiliate vereinbart haben: Prozentsatz, Fixbetrag oder Staffeln, die mit dem Jahresvolumen steigen. Berechnet wird, sobald ein Deal gewonnen ist; der Rechenweg bleibt dabei.",
      },
      {
        question: "Zahlen Affiliates etwas?",
        answer:
          "Nein. Affiliates nutzen ihr Portal kostenlos und brauchen kein Passwort: Ein Link per E-Mail meldet sie an.",
      },
      {
        question: "Wie viele Affiliates, Leads und Kollegen kann ich anlegen?",
        answer:
          "So viele Sie möchten. Affiliates, Leads und Deals sind unbegrenzt, und Kollegen können Sie als Inhaber oder Mitglied einladen.",
      },
      {
        question: "Lässt sich Finderlohn mit anderen Werkzeugen verbinden?",
        answer:
          "Ja. Webhooks melden Ihren Systemen neue Leads und Deals, die API liest und schreibt, und Leads, Deals, Affiliates, Provisionen und Transaktionen lassen sich als CSV exportieren.",
      },
      {
        question: "Sind meine Daten sicher?",
        answer:
          "Die Datenbank selbst trennt die Organisationen: Keine Abfrage erreicht die Zeilen einer anderen. Die Anmeldung lässt sich mit einem zweiten Faktor schützen, und jede Änderung an Personen und Geld wird protokolliert.",
      },
    ],
  },
  closing: {
    title: "Bereit, die Tabelle zu schließen?",
    text: `In 5 Minuten eingerichtet, ${trial} Tage mit allen Funktionen. Ohne Kreditkarte.`,
    start: "Kostenlos testen",
  },
  plans: {
    title: "Ein Tarif, alles drin",
    text: `Starten Sie mit ${trial} kostenlosen Tagen. Ohne Kreditkarte.`,
    own: {
      trial: "Sie testen gerade kostenlos. Ein Tarif gilt ab sofort und verlängert sich, bis Sie kündigen.",
      expired: "Ihre Organisation ist pausiert. Mit einem Tarif geht es sofort weiter, mit allen Daten.",
      subscribed: "Ihre Organisation hat einen Tarif. Sie können ihn in den Einstellungen ändern.",
    },
    welcome: "Willkommen. Ihre Organisation ist bereit",
    welcomeText: `Ihre ${trial} Tage kostenlose Testphase haben begonnen. Sie können jetzt oder jederzeit später einen Tarif wählen.`,
    start: "Kostenlose Testphase starten",
    buyMonthly: "Monatlich wählen",
    buyYearly: "Jährlich wählen",
    after: `Nach einer Kündigung oder einer Testphase ohne Tarifwahl bewahren wir Ihre Daten ${keep} Tage lang auf.`,
  },
  success: {
    title: "Willkommen bei Premium",
    text: "Vielen Dank. Alles ist bereit, Sie können gleich weiterarbeiten.",
    status: {
      subscribed: "Premium ist aktiv.",
      trial: "Ihre Zahlung wird noch bestätigt. Das dauert einige Sekunden.",
      expired: "Ihre Zahlung wird noch bestätigt. Das dauert einige Sekunden.",
    },
    check: "Erneut prüfen",
    go: "Zu Ihren Leads",
    signIn: "Anmelden",
  },
  legal: { imprint: "Impressum", privacy: "Datenschutz" },
});
