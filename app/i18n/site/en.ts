import type { Figures, SiteContent } from "./content";

export default ({ trial, keep, monthly, yearly, perYear, competitor }: Figures): SiteContent => ({
  landing: {
    title: "Finderlohn: affiliate partners, leads and commissions",
    description: `Track the leads of your affiliates, the deals you win and the commissions you owe in one place. ${trial} days free, no credit card needed.`,
  },
  plansPage: {
    title: "Pricing",
    description: `One plan with everything in it: ${yearly} a month billed yearly, or ${monthly} billed monthly. ${trial} days free, no credit card needed.`,
  },
  descriptions: {
    signIn: "Sign in and keep track of affiliates, leads and commissions.",
    portal: "The portal for affiliates: submit leads and follow deals and commissions, without a password.",
    api: "The REST API of Finderlohn: read and write leads, deals, affiliates and commissions.",
    imprint: "Who runs Finderlohn and how to reach us.",
    privacy: "Which data Finderlohn processes, what for and for how long.",
  },
  nav: { features: "Features", questions: "Questions" },
  hero: {
    title: "Every finder gets their fee, to the cent",
    text: "Finderlohn follows each lead from your affiliates to the won deal and the paid commission. It works out what you owe, and shows why.",
    start: "Start Free Trial",
    note: `${trial} days free. No credit card needed.`,
    more: "See how it works",
    picture: "The pipeline in Finderlohn: open leads as cards, each with its affiliate and the next step",
  },
  figures: {
    title: "Finderlohn in figures",
    items: [
      { figure: "2M+", label: "in commissions tracked" },
      { figure: "10,000+", label: "deals managed" },
      { figure: "4.9/5", label: "from 200+ reviews" },
    ],
  },
  ways: {
    title: "Commissions without the spreadsheet",
    text: "What used to be looked up, copied and worked out again every month now happens by itself.",
    old: {
      title: "The old way",
      points: [
        "Leads arrive by email and are copied into a list",
        "Commissions are worked out by hand, deal by deal",
        "Nobody remembers which terms applied when",
        "Affiliates ask where their money is",
        "Receipts get lost in someone’s inbox",
      ],
    },
    new: {
      title: "With Finderlohn",
      points: [
        "Affiliates submit leads in a portal of their own",
        "Commissions are calculated when a deal is won",
        "Every amount shows the terms it came from",
        "Affiliates see what they have earned and when it is due",
        "Every payment has its receipt attached",
      ],
    },
  },
  features: {
    title: "From lead to payment, all in one place",
    text: "Three things Finderlohn does for you, every day.",
    items: {
      tracking: {
        title: "Automated tracking",
        text: "From the first contact to the last payment, every step is recorded. No more lists to maintain.",
        points: [
          "Affiliates sign in with a link and submit their leads",
          "Recurring deals get a payment for each month of the contract",
          "Likely duplicates are marked, and each change is kept",
        ],
        picture: "A lead with its steps, who brought it and what happens next",
      },
      rules: {
        title: "Commission rules",
        text: "Percentage, fixed amount or tiered: calculated as soon as a deal is won.",
        points: [
          "Individual terms for every affiliate",
          "Tiers that grow with annual volume",
          "Each amount with its calculation, for you and the affiliate",
        ],
        picture: "How a commission was worked out: base, percentage and the terms that applied",
      },
      reporting: {
        title: "Real-time reporting",
        text: "What was won, what is owed and what has been paid, always up to date.",
        points: [
          "Open screens show a change within a second",
          "Leads, conversion and commissions of every affiliate",
          "CSV export, API access and webhooks for your other tools",
        ],
        picture: "The report of a period: key figures, a chart over the months and a ranking of affiliates",
      },
    },
  },
  steps: {
    title: "How it works",
    items: [
      {
        title: "Invite your affiliates",
        text: "A name and an email address are enough. Set a percentage, a fixed amount or tiers for each of them.",
        picture: "The form that invites an affiliate, with name and email",
      },
      {
        title: "Turn their leads into deals",
        text: "Leads arrive in your pipeline. You qualify them, win the deal, and the commission is calculated.",
        picture: "The form of a won deal: the commission is worked out while the amount is typed",
      },
      {
        title: "Pay what is due",
        text: "One screen shows everything that is due. Mark it as paid, add the receipt, and the affiliate is told.",
        picture: "Everything that is due, by affiliate and currency, before it is marked as paid",
      },
    ],
  },
  pricing: {
    title: "One plan. Everything included.",
    text: `Try it for ${trial} days. Then choose how you want to be billed.`,
    switch: "Billing",
    save: "Save 20%",
    twoMonths: "2 months free",
    month: "/month",
    plan: "Premium",
    vat: "plus VAT",
    monthly: { name: "Monthly", perMonth: monthly, billed: "Billed monthly" },
    yearly: { name: "Yearly", perMonth: yearly, billed: `${perYear} per year, billed yearly` },
    features: [
      "Unlimited leads",
      "Unlimited deals",
      "Affiliate management",
      "Commission settlement",
      "Webhooks",
      "Multi-user support",
      "Premium support",
    ],
    start: "Start Free Trial",
    note: `${trial} days free. No credit card needed.`,
    all: "Compare the plans",
  },
  comparison: {
    title: "How Finderlohn compares",
    text: "With other tools for affiliates, and with the spreadsheet most people start with.",
    columns: ["Finderlohn", "Competitors", "Spreadsheets"],
    rows: [
      {
        label: "Setup",
        cells: ["5 minutes", "Days, often with a consultant", "Hours, and again with every change"],
      },
      {
        label: "Price per month",
        cells: [yearly, `${competitor} or more`, "No fee, but many hours of work"],
      },
      {
        label: "Affiliates and leads",
        cells: ["Unlimited", "Often limited by plan", "As long as you keep track"],
      },
      { label: "Commissions", cells: ["Calculated when a deal is won", "Calculated", "By hand"] },
      {
        label: "Portal for affiliates",
        cells: ["Included, without a password", "Often at extra cost", "None"],
      },
      {
        label: "Reason for each amount",
        cells: ["Terms and calculation shown", "Seldom", "Whoever wrote the formula knows"],
      },
    ],
  },
  voices: {
    title: "What customers say",
    note: "Sample testimonials",
    items: [
      {
        text: "Settling commissions took me two days every month. Now I check one list and press one button.",
        person: "Julia Brandt",
        role: "Head of Partnerships",
        company: "Nordwerk Media",
      },
      {
        text: "Our partners no longer ask what they are owed. They look it up, and the figure is right.",
        person: "Marc Lefèvre",
        role: "Managing Director",
        company: "Atelier Croissance",
      },
      {
        text: "We set up our first affiliate during a phone call. Before we hung up, the first lead had arrived.",
        person: "Lucía Romero",
        role: "Sales Lead",
        company: "Puente Digital",
      },
    ],
  },
  questions: {
    title: "Frequently asked questions",
    items: [
      {
        question: "How long is the free trial?",
        answer: `${trial} days, with everything in it. You need no credit card, and nothing is charged when the trial ends.`,
      },
      {
        question: "What happens when the trial ends?",
        answer: `Choose a plan and keep working. If you do not, your organization is paused: you can still read and export everything. We keep your data for ${keep} days, then they are deleted.`,
      },
      {
        question: "Can I cancel at any time?",
        answer: `Yes, in the settings. Premium goes on until the end of the time you have paid for. After that we keep your data for ${keep} days, in case you come back.`,
      },
      {
        question: "How are commissions calculated?",
        answer:
          "By the terms you agreed with the affiliate: a percentage, a fixed amount or tiers that grow with annual volume. The commission is calculated when a deal is won, and the calculation is kept with it.",
      },
      {
        question: "Do affiliates pay anything?",
        answer:
          "No. Affiliates use their portal free of charge, and they need no password: a link by email signs them in.",
      },
      {
        question: "How many affiliates, leads and colleagues can I add?",
        answer:
          "As many as you like. Affiliates, leads and deals are unlimited, and you invite colleagues as owners or members.",
      },
      {
        question: "Does Finderlohn work with my other tools?",
        answer:
          "Yes. Webhooks tell your systems about new leads and deals, the API reads and writes, and leads, deals, affiliates, commissions and transactions can be exported as CSV.",
      },
      {
        question: "Is my data safe?",
        answer:
          "The database itself keeps organizations apart: no query reaches another organization’s rows. Sign-in can be protected with a second factor, and every change to people and money is logged.",
      },
    ],
  },
  closing: {
    title: "Ready to close the spreadsheet?",
    text: `Set up in 5 minutes and try everything for ${trial} days. No credit card needed.`,
    start: "Start Free Trial",
  },
  plans: {
    title: "One plan. Everything included.",
    text: `Start with ${trial} days free. No credit card needed.`,
    own: {
      trial: "Your free trial is running. A plan starts at once and renews until you cancel.",
      expired: "Your organization is paused. With a plan you continue at once, with all your data.",
      subscribed: "Your organization has a plan. You can change it in the settings.",
    },
    welcome: "Welcome. Your organization is ready",
    welcomeText: `Your ${trial}-day free trial has started. You can choose a plan now or at any time later.`,
    start: "Start free trial",
    buyMonthly: "Choose monthly",
    buyYearly: "Choose yearly",
    after: `After a cancellation, or a trial without a plan, we keep your data for ${keep} days.`,
  },
  success: {
    title: "Welcome to Premium",
    text: "Thank you. Everything is ready, and you can go straight back to work.",
    status: {
      subscribed: "Premium is active.",
      trial: "Your payment is still being confirmed. This takes a few seconds.",
      expired: "Your payment is still being confirmed. This takes a few seconds.",
    },
    check: "Check again",
    go: "Go to your leads",
    signIn: "Sign in",
  },
  legal: { imprint: "Legal notice", privacy: "Privacy" },
});
