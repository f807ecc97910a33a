import type { Figures, SiteContent } from "./content";

export default ({ trial, keep, monthly, yearly, perYear, competitor }: Figures): SiteContent => ({
  landing: {
    title: "Finderlohn : affiliés, leads et commissions",
    description: `Les leads de vos affiliés, les affaires gagnées et les commissions dues, au même endroit. ${trial} jours gratuits, sans carte bancaire.`,
  },
  plansPage: {
    title: "Tarifs",
    description: `Une formule, tout compris : ${yearly} par mois en facturation annuelle, ${monthly} en facturation mensuelle. ${trial} jours gratuits, sans carte bancaire.`,
  },
  descriptions: {
    signIn: "Connectez-vous et gardez la vue d’ensemble sur vos affiliés, leads et commissions.",
    portal: "Le portail des affiliés : proposer des leads, suivre les affaires et les commissions, sans mot de passe.",
    api: "L’API REST de Finderlohn : lire et écrire leads, affaires, affiliés et commissions.",
    imprint: "Qui exploite Finderlohn et comment nous joindre.",
    privacy: "Quelles données Finderlohn traite, pourquoi et combien de temps.",
  },
  nav: { features: "Fonctionnalités", questions: "Questions" },
  hero: {
    title: "À chaque apporteur sa commission, au centime près",
    text: "Finderlohn suit chaque lead de vos affiliés jusqu’à l’affaire gagnée et à la commission payée. Il calcule ce que vous devez, et montre pourquoi.",
    start: "Essai gratuit",
    note: `${trial} jours gratuits. Sans carte bancaire.`,
    more: "Voir comment ça marche",
    picture: "Le pipeline dans Finderlohn : les leads ouverts en cartes, avec leur affilié et la prochaine étape",
  },
  figures: {
    title: "Finderlohn en chiffres",
    items: [
      { figure: "2 M+", label: "de commissions suivies" },
      { figure: "10 000+", label: "affaires gérées" },
      { figure: "4,9/5", label: "sur plus de 200 avis" },
    ],
  },
  ways: {
    title: "Les commissions sans tableur",
    text: "Ce qu’il fallait chercher, copier et recalculer chaque mois se fait désormais tout seul.",
    old: {
      title: "Avant",
      points: [
        "Les leads arrivent par e-mail et sont recopiés dans une liste",
        "Les commissions se calculent à la main, affaire par affaire",
        "Personne ne sait plus quelles conditions s’appliquaient, ni quand",
        "Les affiliés demandent où est leur argent",
        "Les justificatifs dorment dans une boîte de réception",
      ],
    },
    new: {
      title: "Avec Finderlohn",
      points: [
        "Les affiliés soumettent leurs leads dans leur propre portail",
        "Les commissions sont calculées dès qu’une affaire est gagnée",
        "Chaque montant indique les conditions dont il provient",
        "Les affiliés voient ce qu’ils ont gagné et quand c’est dû",
        "Le justificatif est joint au paiement",
      ],
    },
  },
  features: {
    title: "Du lead au paiement, tout est là",
    text: "Trois choses dont Finderlohn se charge pour vous, chaque jour.",
    items: {
      tracking: {
        title: "Suivi automatique",
        text: "Du premier contact au dernier paiement, chaque étape est enregistrée. Plus personne ne tient de liste.",
        points: [
          "Les affiliés se connectent par un lien et soumettent leurs leads",
          "Les affaires récurrentes reçoivent un paiement pour chaque mois du contrat",
          "Les doublons probables sont signalés, chaque modification est conservée",
        ],
        picture: "Un lead et ses étapes : qui l’a apporté et ce qui vient ensuite",
      },
      rules: {
        title: "Règles de commission",
        text: "Pourcentage, montant fixe ou paliers : le calcul se fait dès qu’une affaire est gagnée.",
        points: [
          "Des conditions propres à chaque affilié",
          "Des paliers qui montent avec le volume de l’année",
          "Chaque montant avec son calcul, pour vous et pour l’affilié",
        ],
        picture: "Le calcul d’une commission : la base, le pourcentage et les conditions appliquées",
      },
      reporting: {
        title: "Rapports en temps réel",
        text: "Ce qui a été gagné, ce qui est dû et ce qui est payé, toujours à jour.",
        points: [
          "Les écrans ouverts affichent un changement en moins d’une seconde",
          "Leads, taux de conversion et commissions de chaque affilié",
          "Export CSV, accès à l’API et webhooks pour vos autres outils",
        ],
        picture: "Le rapport d’une période : chiffres clés, évolution mois par mois et classement des affiliés",
      },
    },
  },
  steps: {
    title: "Comment ça marche",
    items: [
      {
        title: "Invitez vos affiliés",
        text: "Un nom et une adresse e-mail suffisent. Fixez pour chacun un pourcentage, un montant fixe ou des paliers.",
        picture: "Le formulaire qui invite un affilié, avec le nom et l’e-mail",
      },
      {
        title: "Transformez vos leads en affaires",
        text: "Les leads arrivent dans votre pipeline. Vous les qualifiez, vous gagnez l’affaire, et la commission est calculée.",
        picture: "Le formulaire d’une affaire gagnée : la commission se calcule pendant la saisie du montant",
      },
      {
        title: "Payez ce qui est dû",
        text: "Un écran réunit tout ce qui est dû. Marquez comme payé, joignez le justificatif, et l’affilié est prévenu.",
        picture: "Tout ce qui est dû, par affilié et par devise, avant de le marquer comme payé",
      },
    ],
  },
  pricing: {
    title: "Une formule, tout compris",
    text: `Essayez pendant ${trial} jours. Choisissez ensuite votre mode de facturation.`,
    switch: "Facturation",
    save: "−20 %",
    twoMonths: "2 mois offerts",
    month: "/mois",
    plan: "Premium",
    vat: "hors TVA",
    monthly: { name: "Mensuel", perMonth: monthly, billed: "Facturé chaque mois" },
    yearly: { name: "Annuel", perMonth: yearly, billed: `${perYear} par an, facturé annuellement` },
    features: [
      "Leads illimités",
      "Affaires illimitées",
      "Gestion des affiliés",
      "Règlement des commissions",
      "Webhooks",
      "Plusieurs utilisateurs",
      "Assistance premium",
    ],
    start: "Essai gratuit",
    note: `${trial} jours gratuits. Sans carte bancaire.`,
    all: "Comparer les tarifs",
  },
  comparison: {
    title: "Finderlohn en comparaison",
    text: "Face aux autres outils d’affiliation, et au tableur par lequel presque tout le monde commence.",
    columns: ["Finderlohn", "Concurrents", "Tableurs"],
    rows: [
      {
        label: "Mise en place",
        cells: ["5 minutes", "Des jours, souvent avec un consultant", "Des heures, à chaque changement"],
      },
      {
        label: "Prix par mois",
        cells: [yearly, `${competitor} ou plus`, "Pas de frais, mais beaucoup d’heures"],
      },
      {
        label: "Affiliés et leads",
        cells: ["Illimités", "Souvent limités par la formule", "Tant que vous vous y retrouvez"],
      },
      { label: "Commissions", cells: ["Calculées dès l’affaire gagnée", "Calculées", "À la main"] },
      {
        label: "Portail des affiliés",
        cells: ["Compris, sans mot de passe", "Souvent en supplément", "Aucun"],
      },
      {
        label: "Raison de chaque montant",
        cells: ["Conditions et calcul visibles", "Rarement", "L’auteur de la formule la connaît"],
      },
    ],
  },
  voices: {
    title: "Ce que disent les clients",
    note: "Témoignages donnés à titre d’exemple",
    items: [
      {
        text: "Le règlement des commissions me prenait deux jours par mois. Aujourd’hui, je vérifie une liste et je clique une fois.",
        person: "Julia Brandt",
        role: "Responsable des partenariats",
        company: "Nordwerk Media",
      },
      {
        text: "Nos partenaires ne demandent plus ce qui leur est dû. Ils regardent, et le chiffre est juste.",
        person: "Marc Lefèvre",
        role: "Directeur général",
        company: "Atelier Croissance",
      },
      {
        text: "Nous avons ajouté notre premier affilié au téléphone. Avant de raccrocher, le premier lead était là.",
        person: "Lucía Romero",
        role: "Directrice des ventes",
        company: "Puente Digital",
      },
    ],
  },
  questions: {
    title: "Questions fréquentes",
    items: [
      {
        question: "Combien de temps dure l’essai gratuit ?",
        answer: `${trial} jours, avec toutes les fonctionnalités. Aucune carte bancaire n’est demandée, et rien n’est prélevé à la fin de l’essai.`,
      },
      {
        question: "Que se passe-t-il à la fin de l’essai ?",
        answer: `Choisissez une formule et continuez. Sinon, votre organisation est mise en pause : vous pouvez encore tout lire et tout exporter. Nous conservons vos données pendant ${keep} jours, puis elles sont supprimées.`,
      },
      {
        question: "Puis-je résilier à tout moment ?",
        answer: `Oui, dans les paramètres. Premium reste actif jusqu’au terme de la période payée. Nous conservons ensuite vos données pendant ${keep} jours, au cas où vous reviendriez.`,
      },
      {
        question: "Comment les commissions sont-elles calculées ?",
        answer:
          "Selon les conditions convenues avec l’affilié : un pourcentage, un montant fixe ou des paliers qui montent avec le volume de l’année. Le calcul se fait dès qu’une affaire est gagnée, et il est conservé avec elle.",
      },
      {
        question: "Les affiliés paient-ils quelque chose ?",
        answer:
          "Non. Les affiliés utilisent leur portail gratuitement et sans mot de passe : un lien envoyé par e-mail les connecte.",
      },
      {
        question: "Combien d’affiliés, de leads et de collègues puis-je ajouter ?",
        answer:
          "Autant que vous voulez. Affiliés, leads et affaires sont illimités, et vous pouvez inviter vos collègues comme propriétaires ou membres.",
      },
      {
        question: "Finderlohn fonctionne-t-il avec mes autres outils ?",
        answer:
          "Oui. Les webhooks annoncent à vos systèmes les nouveaux leads et les nouvelles affaires, l’API lit et écrit, et les leads, les affaires, les affiliés, les commissions et les transactions s’exportent en CSV.",
      },
      {
        question: "Mes données sont-elles en sécurité ?",
        answer:
          "La base de données sépare elle-même les organisations : aucune requête n’atteint les lignes d’une autre. La connexion peut être protégée par un second facteur, et chaque changement touchant aux personnes ou à l’argent est journalisé.",
      },
    ],
  },
  closing: {
    title: "On referme le tableur ?",
    text: `Prêt en 5 minutes, ${trial} jours avec toutes les fonctionnalités. Sans carte bancaire.`,
    start: "Essai gratuit",
  },
  plans: {
    title: "Une formule, tout compris",
    text: `Commencez par ${trial} jours gratuits. Sans carte bancaire.`,
    own: {
      trial: "Votre essai gratuit est en cours. Une formule commence aussitôt et se renouvelle jusqu’à sa résiliation.",
      expired: "Votre organisation est en pause. Avec une formule, vous reprenez aussitôt, avec toutes vos données.",
      subscribed: "Votre organisation a une formule. Vous pouvez la modifier dans les paramètres.",
    },
    welcome: "Bienvenue. Votre organisation est prête",
    welcomeText: `Vos ${trial} jours d’essai gratuit ont commencé. Vous pouvez choisir une formule maintenant ou plus tard.`,
    start: "Commencer l’essai gratuit",
    buyMonthly: "Choisir le tarif mensuel",
    buyYearly: "Choisir le tarif annuel",
    after: `Après une résiliation ou un essai sans choix de formule, nous conservons vos données pendant ${keep} jours.`,
  },
  success: {
    title: "Bienvenue dans Premium",
    text: "Merci. Tout est prêt, vous pouvez reprendre votre travail.",
    status: {
      subscribed: "Premium est actif.",
      trial: "Votre paiement est en cours de confirmation. Cela prend quelques secondes.",
      expired: "Votre paiement est en cours de confirmation. Cela prend quelques secondes.",
    },
    check: "Vérifier à nouveau",
    go: "Aller à vos leads",
    signIn: "Se connecter",
  },
  legal: { imprint: "Mentions légales", privacy: "Confidentialité" },
});
